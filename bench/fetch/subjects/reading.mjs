/**
 * Reading for subjects without their own: title, text and links of the same host with anchors, in one pass of
 * htmlparser2.
 */
import { Parser } from 'htmlparser2';

export function readPage(html, url) {
  const { origin } = new URL(url);
  const links = [];
  let title = '';
  let text = '';
  let anchor = null;
  let silent = 0;
  let inTitle = false;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === 'script' || name === 'style') silent++;
      else if (name === 'title') inTitle = true;
      else if (name === 'a' && attributes.href) anchor = { href: attributes.href, text: '' };
    },
    ontext: (data) => {
      if (silent > 0) return;
      if (inTitle) title += data;
      else text += data;
      if (anchor) anchor.text += data;
    },
    onclosetag: (name) => {
      if (name === 'script' || name === 'style') silent--;
      else if (name === 'title') inTitle = false;
      else if (name === 'a' && anchor) {
        const target = new URL(anchor.href, url);
        if (target.origin === origin) links.push({ url: target.href, anchor: anchor.text.trim() });
        anchor = null;
      }
    },
  });
  parser.end(html);
  return { url, title, text: text.replace(/\s+/g, ' ').trim(), links };
}

/** Runs a subject and reports wall time, and CPU time of this process from the first request on. */
export async function measured(crawl) {
  const before = process.cpuUsage();
  const began = performance.now();
  const pages = await crawl();
  const cpu = process.cpuUsage(before);
  const result = { pages, seconds: (performance.now() - began) / 1_000, cpu: (cpu.user + cpu.system) / 1e6 };
  console.log(JSON.stringify(result));
  process.exit(0);
}
