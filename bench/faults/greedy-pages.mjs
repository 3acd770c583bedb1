/** Pages that attack the browser that renders them, and its memory as seen from outside. */
import { readdirSync, readFileSync } from 'node:fs';

const inScript = (script) => `<!DOCTYPE html><p id=p>as sent</p><script>p.textContent = "read"; ${script}</script>`;
/** Repeats `i`-counted code with pauses of zero ms, in which the page can be read. */
const flood = (body, times = 1_000) =>
  inScript(`let i = 0; setInterval(() => { for (let n = 0; n < ${times}; n++) { i++; ${body} } }, 0)`);
/** Repeats code without a pause. */
const loop = (body, before = '') => inScript(`${before}; for (let i = 0; ; i++) { ${body} }`);
/** Repeats code after each completion. */
const again = (body, before = '') =>
  inScript(
    `${before}; (async () => { for (let i = 0; ; i++) { try { ${body} } catch { await new Promise((r) => setTimeout(r)) } } })()`,
  );
const MB = 'new Uint8Array(1 << 20).fill(i)';

/** HTML by kind. */
export const GREEDY_PAGES = {
  'history.pushState': flood('history.pushState("x".repeat(1e4), "", "/h" + i)'),
  'history.pushState without a pause': loop('history.pushState("x".repeat(1e4), "", "/h" + i)'),
  'history.replaceState': flood('history.replaceState("x".repeat(1e5), "", "/h" + i)'),
  'large history states': flood('history.pushState("x".repeat(2e7) + i, "", "/h" + i)', 1),
  'location.replace': flood('location.replace("#" + i)'),
  'location.replace without a pause': loop('location.replace("#" + i)'),
  'location.hash': flood('location.hash = i'),
  'history.back': flood('history.pushState(0, "", "/h" + i); history.back(); history.go(-2)'),
  'long addresses': flood('history.replaceState(0, "", "/" + "x".repeat(1e6) + i)', 20),
  'window.open': flood('window.open("/w" + i); Window.prototype.open?.call(window, "/w" + i)'),
  'windows of links': flood('a.click()', 100).replace('<p', '<a id=a href=/w target=_blank>w</a><p'),
  dialogs: flood('alert(i); confirm(i); prompt(i); print()'),
  'dialogs of a frame': flood(
    'const f = document.body.appendChild(document.createElement("iframe")); f.contentWindow.alert(i); f.contentWindow.print(); f.contentWindow.Window.prototype.alert?.call(window); f.remove()',
    10,
  ),
  beforeunload: inScript(
    'onbeforeunload = (e) => { e.preventDefault(); return "stay" }; setInterval(() => { location.href = "/w" + Math.random() }, 0)',
  ),
  downloads: flood(
    'const a = document.createElement("a"); a.href = URL.createObjectURL(new Blob(["x".repeat(1e5)])); a.download = "f" + i; a.click()',
    20,
  ),
  reloads: flood('location.reload()', 10),
  'navigation to nowhere': flood('location.href = "/w" + i', 50),
  'forms sent': flood('f.submit()', 50).replace('<p', '<form id=f method=post action=/w><input name=x></form><p'),
  'other programs': flood('location.href = "mailto:x" + i', 50),
  nodes: flood('document.body.append(document.createElement("div"))', 20_000),
  text: flood('document.body.append("x".repeat(1e6) + i)', 20),
  'document.write': loop('document.write("<p>more</p>")'),
  canvas: flood(
    'const c = document.createElement("canvas"); c.width = c.height = 4096; c.getContext("2d").fillRect(0, 0, 4096, 4096); document.body.append(c)',
    1,
  ),
  'canvas as data': flood(
    'const c = document.createElement("canvas"); c.width = c.height = 4096; c.getContext("2d").fillRect(i, 0, 9, 4096); (window.all ??= []).push(c.toDataURL("image/bmp"), c)',
    1,
  ),
  'bitmaps without a canvas': again(
    'const c = new OffscreenCanvas(4096, 4096); c.getContext("2d").fillRect(0, 0, 9, 9); (window.all ??= []).push(c.transferToImageBitmap()); await 0',
  ),
  WebGL: again(
    `const c = document.createElement("canvas"); const g = c.getContext("webgl2") ?? c.getContext("webgl"); (window.all ??= []).push(g);
     for (let n = 0; n < 8; n++) { g.bindTexture(g.TEXTURE_2D, g.createTexture()); g.texImage2D(g.TEXTURE_2D, 0, g.RGBA, 4096, 4096, 0, g.RGBA, g.UNSIGNED_BYTE, new Uint8Array(4096 * 4096 * 4)) } g.finish(); await new Promise((r) => setTimeout(r))`,
  ),
  'memory of WebAssembly': again(
    'const m = new WebAssembly.Memory({ initial: 1000 }); new Uint8Array(m.buffer).fill(1); (window.all ??= []).push(m); await new Promise((r) => setTimeout(r))',
  ),
  'shared memory': again(
    'const m = new WebAssembly.Memory({ initial: 1000, maximum: 1000, shared: true }); new Uint8Array(m.buffer).fill(1); (window.all ??= []).push(m); await new Promise((r) => setTimeout(r))',
  ),
  buffers: flood('(window.all ??= []).push(new Uint8Array(1 << 26).fill(1))', 1),
  heap: loop('all.push(new Array(1e6).fill(0.5))', 'const all = []'),
  strings: flood('(window.all ??= []).push(("x" + i).repeat(1e7).split("").length)', 1),
  'data: URLs': flood('const u = "data:text/plain," + "x".repeat(5e6) + i; fetch(u).catch(() => 0)', 1),
  'data: pictures': flood(
    'const u = new Image(); u.src = "data:image/bmp," + "x".repeat(5e6) + i; document.body.append(u)',
    1,
  ),
  'data: scripts': flood(
    'const u = document.createElement("script"); u.src = "data:text/javascript,//" + "x".repeat(1e6) + i; document.body.append(u)',
    5,
  ),
  blobs: flood(`(window.all ??= []).push(URL.createObjectURL(new Blob([${MB}, ${MB}, ${MB}, ${MB}])))`, 4),
  indexedDB: again(
    `const d = window.d ??= await new Promise((ok) => { const o = indexedDB.open("x"); o.onupgradeneeded = () => o.result.createObjectStore("x"); o.onsuccess = () => ok(o.result) });
     await new Promise((ok, no) => { const t = d.transaction("x", "readwrite"); t.objectStore("x").put(new Uint8Array(1 << 23).fill(i), i); t.oncomplete = ok; t.onabort = no })`,
  ),
  caches: again(
    `const c = window.c ??= await caches.open("x"); await c.put("/c" + i, new Response(new Uint8Array(1 << 23).fill(i)))`,
  ),
  'private files': again(
    `const d = window.d ??= await navigator.storage.getDirectory(); const w = await (await d.getFileHandle("f" + i, { create: true })).createWritable(); await w.write((window.b ??= new Uint8Array(1 << 23).fill(1))); await w.close()`,
  ),
  localStorage: flood('try { localStorage["k" + i % 40] = "x".repeat(1e5) + i } catch { localStorage.clear() }', 10),
  cookies: flood('document.cookie = "c" + i % 200 + "=" + "x".repeat(3e3) + i', 100),
  workers: flood(
    'try { new Worker(URL.createObjectURL(new Blob(["const all = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1))"]))).onerror = () => 0 } catch { }',
    10,
  ),
  'shared workers': flood('try { new SharedWorker("/worker.js?" + i) } catch { }', 10),
  'service workers': flood(
    'try { navigator.serviceWorker.register("/sw.js?" + i).catch(() => 0); ServiceWorkerContainer.prototype.register.call(navigator.serviceWorker, "/sw.js?" + i).catch(() => 0) } catch { }',
    10,
  ),
  WebSockets: flood('new WebSocket("ws://" + location.host + "/ws" + i)', 50),
  'console.log': flood('console.log("x".repeat(1e4), window, i); console.error(new Error("x".repeat(1e4)))'),
  'console of a frame': flood(
    'const f = window.f ??= document.body.appendChild(document.createElement("iframe")); f.contentWindow.console.log("x".repeat(1e5), i)',
  ),
  errors: flood('setTimeout(() => { throw new Error("x".repeat(1e4) + i) })'),
  postMessage: flood('postMessage("x".repeat(1e4) + i, "*")'),
  channels: flood('(window.all ??= []).push(new MessageChannel()); all.at(-1).port1.postMessage("x".repeat(1e4) + i)'),
  BroadcastChannel: flood('const b = window.b ??= new BroadcastChannel("x"); b.postMessage("x".repeat(1e5) + i)', 50),
  titles: flood('document.title = "x".repeat(1e4) + i'),
  requests: flood('fetch("/w?" + i).catch(() => 0)', 200),
  'long requests': flood('fetch("/w?" + "x".repeat(1e6) + i).catch(() => 0)', 5),
  'requests that send much': flood('fetch("/w?" + i, { method: "POST", body: "x".repeat(1e7) }).catch(() => 0)', 1),
  beacons: flood('navigator.sendBeacon("/w?" + i, "x".repeat(6e4))', 50),
  frames: flood('document.body.append(document.createElement("iframe"))', 100),
  'frames with text': flood(
    'const f = document.createElement("iframe"); f.srcdoc = "<p>" + "x".repeat(1e5); document.body.append(f)',
    20,
  ),
  'peer connections': flood('(window.all ??= []).push(new RTCPeerConnection()); all.at(-1).createDataChannel("x")', 10),
  sound: flood('(window.all ??= []).push(new AudioContext(), new OfflineAudioContext(2, 1e7, 44100))', 1),
  permissions: flood(
    'navigator.geolocation.getCurrentPosition(() => 0, () => 0); Notification.requestPermission()',
    100,
  ),
  marks: flood('performance.mark("x".repeat(1e4) + i)'),
  styles: flood(
    'document.head.append(Object.assign(document.createElement("style"), { textContent: `p:nth-child(${i}) { color: red }`.repeat(1e3) }))',
    10,
  ),
  pictures: inScript(
    'p.innerHTML = "<svg>" + "<filter id=f><feGaussianBlur stdDeviation=200 /><feTurbulence numOctaves=100 /></filter><rect filter=url(#f) width=9999 height=9999 />".repeat(200) + "</svg>"; setInterval(() => { p.style.zoom = Math.random() }, 0)',
  ),
  'a loop': loop(''),
  promises: inScript('(function more() { Promise.resolve().then(more); Promise.resolve().then(more) })()'),
  'a pattern': inScript('/^(a+)+$/.test("a".repeat(40) + "b")'),
  farewells: inScript(
    'onpagehide = onunload = () => { for (let i = 0; ; i++) history.replaceState("x".repeat(1e5), "", "/h" + i) }',
  ),
};

const KB = 1_024;
const statOf = (pid) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const end = stat.lastIndexOf(')');
  return { name: stat.slice(stat.indexOf('(') + 1, end), parent: Number(stat.slice(end + 2).split(' ')[1]) };
};

/**
 * Memory of the browsers that descend from a process: private bytes and shared memory. Mapped programs and libraries,
 * and other children, are excluded.
 */
export function bytesBelow(ancestor) {
  const parents = new Map();
  const browsers = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = statOf(name);
      parents.set(Number(name), stat.parent);
      if (stat.name.startsWith('chrom')) browsers.push(Number(name));
    } catch {
      // It has just ended.
    }
  }
  let bytes = 0;
  for (const pid of browsers) {
    let at = parents.get(pid);
    while (at !== undefined && at > 1 && at !== ancestor) at = parents.get(at);
    if (at !== ancestor) continue;
    bytes += bytesOf(pid);
  }
  return bytes;
}

/** Memory of one process. */
export function bytesOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return (
      KB *
      [...status.matchAll(/^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB$/gm)].reduce((sum, [, kb]) => sum + Number(kb), 0)
    );
  } catch {
    return 0;
  }
}
