/** Pages as people and programs write them, each with the typical mistakes of its kind; invented for tests. */
export const SAMPLE_PAGES: Readonly<Record<string, string>> = {
  blog: `<!DOCTYPE html>
<html lang="en-US" class="no-js">
<head>
<meta charset="UTF-8" />
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>Making ricotta at home &#8211; The Curd Nerd</title>
<meta name='robots' content='max-image-preview:large' />
<link rel='dns-prefetch' href='//s.w.example' />
<link rel="alternate" type="application/rss+xml" title="The Curd Nerd &raquo; Feed" href="https://curdnerd.example/feed/" />
<link rel="alternate" type="application/rss+xml" title="Comments" href="https://curdnerd.example/comments/feed/" />
<link rel="canonical" href="https://curdnerd.example/2024/03/making-ricotta/" />
<link rel="next" href="/2024/03/page/2/">
<meta property="og:title" content="Making ricotta at home" />
<script type="application/ld+json">{"@context":"https://schema.example","@type":"Article","headline":"Making <b>ricotta</b>","url":"https://curdnerd.example/x"}</script>
<style>body{background:url("data:image/png;base64,iVBORw0KGgo=")} a:hover > b { color: red }</style>
<script>window.dataLayer = window.dataLayer || []; if (a < b && c > d) { document.write("<a href='/not-a-link'>x<\\/a>"); }</script>
</head>
<body class="post-template-default single single-post">
<a class="skip-link screen-reader-text" href="#content">Skip to content</a>
<header id="masthead" class="site-header" role="banner">
  <p class="site-title"><a href="https://curdnerd.example/" rel="home">The Curd Nerd</a></p>
  <nav id="site-navigation" class="main-navigation"><ul id="menu-main"><li class="menu-item"><a href="/about/">About</a></li>
  <li class="menu-item"><a href="/category/soft/">Soft</a><ul class="sub-menu"><li><a href="/category/soft/fresh/">Fresh</a></li></ul></li></ul></nav>
</header>
<main id="primary"><article id="post-812" class="post-812 post type-post">
<h1 class="entry-title">Making ricotta at home</h1>
<p>Ricotta is made from <a href="https://en.dairy.example/wiki/Whey">whey</a> left over from other cheeses, heated a second time until the proteins that remain in it set&hellip;</p>
<p>You need a thermometer, a <em>large</em> pot, and patience&nbsp;&mdash; nothing else. See also <a href="../02/making-paneer/?utm_source=blog&amp;utm_medium=link">how to make paneer</a>.
<figure><a href="/img/pot.jpg"><img src="/img/pot-300.jpg" alt="A pot of whey" loading="lazy" /></a><figcaption>The pot</figcaption></figure>
<blockquote><p>Curds wait for nobody.<cite>My grandmother</cite></blockquote>
<ol><li>Heat to 85&deg;C<li>Add vinegar<li>Drain</ol>
</article>
<div id="comments"><ol class="commentlist"><li>Anna: <a href="http://spam.example/" rel="external nofollow ugc">nice blog!!!</a></li></ol>
<form action="/comment" method="post"><textarea name="comment">Your words</textarea><select><option>One<option>Two</select></form></div>
</main>
<aside id="secondary" class="widget-area"><section class="widget"><h2>Archives</h2><ul><li><a href='/2024/03/'>March 2024</a>&nbsp;(3)</li></ul></section></aside>
<footer id="colophon" class="site-footer"><a href="https://press.example/">Proudly powered</a><noscript><iframe src="https://count.example/ns.html"></iframe></noscript></footer>
</body>
</html>`,
  homepage1996: `<HTML>
<HEAD><TITLE>Dept. of Food Science - Welcome!</TITLE>
<META HTTP-EQUIV="Refresh" CONTENT="600; URL=index2.html">
<BASE HREF="http://www.foodsci.example/dept/"></HEAD>
<BODY BGCOLOR=#FFFFFF TEXT=#000000 LINK=#0000EE>
<CENTER><IMG SRC="logo.gif" ALT="[Logo]" ISMAP USEMAP="#map"><H1>Department of <I>Food Science</H1></I></CENTER>
<MAP NAME="map"><AREA SHAPE=RECT COORDS="0,0,50,50" HREF="people.html" ALT="People"><AREA SHAPE=DEFAULT NOHREF></MAP>
<TABLE BORDER=0 WIDTH="100%"><TR><TD WIDTH=20% BGCOLOR=#CCCCCC><A HREF="courses.html">Courses<BR><A HREF="research/">Research</A><P>
<A HREF=mailto:webmaster@foodsci.example>Mail us</A><TD>
<FONT SIZE=+1>Welcome to the <B>Department<FONT COLOR=red> of Food Science</B></FONT>. We study the ripening of cheese, the rheology of curd
and the microbiology of rind, and we teach about <A HREF="courses.html#grad">200 students<A> each year.
<UL><LI><A NAME=news>News</A><LI><A HREF='news/96-05.html'>May 1996<LI><A HREF=news/96-04.html>April 1996</A>
<LI><A HREF="ftp://ftp.foodsci.example/pub/">FTP</A> & Gopher</UL>
<HR NOSHADE><ADDRESS>Last modified: 12-May-96 <!-- counter -- > here --></ADDRESS>
</TABLE></BODY></HTML>`,
  frameset: `<html><head><title>Cheese Guild</title></head>
<frameset cols="180,*" border=0><frame src="menu.htm" name="menu" title="Menu"><frameset rows="60,*"><frame src="top.htm"><frame src="main.htm"></frameset>
<noframes><body>Your browser does not show frames. <a href="main.htm">Go on</a>.</body></noframes></frameset></html>`,
  shop: `<!doctype html><html lang=de><head><meta charset=utf-8><title>Käse kaufen | Hofladen</title>
<meta name="description" content="Käse &amp; Milch, frisch vom Hof &#x2013; schnell geliefert"><meta name=robots content="noindex, follow"><link rel=canonical href=/kaese></head>
<body><div class="header-wrapper"><ul class="nav nav-pills"><li><a href=/>Start</a><li><a href=/kaese class=active>Käse</a></ul></div>
<div class=container><div class="sidebar"><h4>Filter</h4>
<a href="/kaese?farbe=gelb" rel=nofollow>gelb</a> <a href="/kaese?farbe=gelb&amp;sorte=hart" rel=nofollow>hart</a> <a href="/kaese?farbe=gelb&sorte=hart&reife=alt&order=preis&copy=1" rel=nofollow>alt</a></div>
<div id=content><h1>Käse</h1><div class=grid><div class=card><a href="/p/4711-bergkaese;jsessionid=0123456789ABCDEF0123456789ABCDEF"><img src=a.webp alt="Bergkäse"></a><span>12,90&nbsp;€</span></div>
<div class=card><a href=javascript:void(0) onclick="go('/p/4712')">Schnellansicht</a><a href="/p/4712-weichk%C3%A4se">Weichkäse</a></div></div>
<div hidden><a href=/p/4713>Bald</a></div><p style="display:none">unsichtbar</p><template><a href=/t>t</a></template>
<dialog><a href=/newsletter>Newsletter</a></dialog><svg viewBox="0 0 1 1"><a xlink:href="/svg"><text>Bild</text></a><path d="M0 0"/></svg></div></div>
<footer><p>© 2026 Hofladen<p><a href=/impressum>Impressum</a></footer>`,
  application: `<!doctype html><html><head><title>Loading…</title><base href="/app/"><script src=main.js defer></script></head>
<body><div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript><script>window.__STATE__={"html":"<\\/div><a href='/x'>"}</script></body></html>`,
};
