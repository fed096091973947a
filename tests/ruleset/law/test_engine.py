"""The expression language's core is loaded without its shell, and is the package's own when that is imported
too.
"""

import subprocess
import sys


def said(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True
    ).stdout.strip()


def test_reading_a_law_imports_no_command_line_shell():
    code = (
        "import sys, ruleset.law as law; law.load('ruleset-98'); print({'cel', 'cel.cli'} & set(sys.modules))"
    )
    assert said(code) == "set()"


def test_the_package_shares_the_core_whichever_comes_first():
    same = "print(cel.Context is engine.Context, cel.compile is engine.compile, cel.evaluate('1 + 1'))"
    assert said(f"from ruleset.law import engine; import cel; {same}") == "True True 2"
    assert said(f"import cel; from ruleset.law import engine; {same}") == "True True 2"
