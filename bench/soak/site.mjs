/**
 * The servers of the soak in their own process: raw sockets, so that they can misbehave. Page `/p/<n>` of every host is
 * good and links to twenty others; `/x/<behaviour>/<n>` misbehaves.
 *
 * usage: node bench/soak/site.mjs HOSTS PAGES SHARE; sends `{port, seeds}`, and answers `count` with its requests
 */
import { createServer } from 'node:net';
import { BEHAVIOURS, behaviourOf, goodPage, pickBehaviour } from './behaviours.mjs';

const [hosts, pages, share] = process.argv.slice(2, 5).map(Number);
const LINKS = 20;
const WORDS =
  'cheese market valley engine station garden copper window theatre orbit carpet lawyer river cloud paper silver summer bridge doctor island'.split(
    ' ',
  );

const asked = {};
const open = new Set();
let port = 0;
const origin = (host) => `http://h${host}.test:${port}`;

function lcg(seed) {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
}

/** Links, the same on each visit. */
function page(host, path) {
  const next = lcg([...`${host}${path}`].reduce((sum, char) => (Math.imul(sum, 31) + char.charCodeAt(0)) >>> 0, 7));
  const links = Array.from({ length: LINKS }, () => {
    const to = origin(Math.floor(next() * hosts));
    const number = Math.floor(next() * (pages / hosts));
    return next() < share ? `${to}/x/${pickBehaviour(next())}/${number}` : `${to}/p/${number}`;
  });
  const words = () => Array.from({ length: 30 }, () => WORDS[Math.floor(next() * WORDS.length)]).join(' ');
  return goodPage(
    `${host} ${path}`,
    links.map((link) => `<p>${words()} <a href="${link}">${words().slice(0, 20)}</a></p>`).join('\n'),
  );
}

function serve(socket) {
  open.add(socket);
  let head = '';
  socket.on('error', () => socket.destroy());
  socket.on('close', () => open.delete(socket));
  socket.on('data', (data) => {
    head += data.toString('latin1');
    for (let at = head.indexOf('\r\n\r\n'); at >= 0; at = head.indexOf('\r\n\r\n')) {
      const path = head.split(' ', 2)[1] ?? '/';
      const host = /\r\nhost: ([^\r\n:]+)/i.exec(head)?.[1] ?? '';
      head = head.slice(at + 4);
      const name = behaviourOf(path);
      const key = name ?? 'good';
      asked[key] = (asked[key] ?? 0) + 1;
      if (name === null) socket.write(page(host, path));
      else BEHAVIOURS[name][2](socket, path);
    }
  });
}

port = await new Promise((done) => {
  const server = createServer(serve);
  server.listen(0, '127.0.0.1', () => done(server.address().port));
});
process.send({ port, seeds: Array.from({ length: hosts }, (_, host) => `${origin(host)}/p/0`) });
process.on('message', () => process.send({ asked, open: open.size }));
process.on('disconnect', () => process.exit(0));
