"""The expression language: CEL, by `common-expression-language`.

Its package imports a command-line shell as well, which takes longer than judging hundreds of games; so the
compiled core is loaded by itself, under its own name, where nobody has imported the package before.
"""

import sys
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cel import Context, Program, compile
else:

    def _core() -> ModuleType:
        """The compiled core; should it ever live elsewhere, the whole package, which offers the same names."""
        if "cel.cel" in sys.modules:
            return sys.modules["cel.cel"]
        package = find_spec("cel")
        places = package.submodule_search_locations if package is not None else None
        spec = PathFinder.find_spec("cel.cel", places)
        if spec is None or spec.loader is None:
            import cel

            return cel
        core = sys.modules["cel.cel"] = module_from_spec(spec)
        spec.loader.exec_module(core)
        return core

    Context, Program, compile = (getattr(_core(), name) for name in ("Context", "Program", "compile"))

__all__ = ["Context", "Program", "compile"]
