import net from 'node:net';

/** Sends bytes over a connection of its own. @returns all that comes back until the other end closes it */
export function sendRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes));
    socket
      .on('data', (chunk: Buffer) => (text += chunk.toString()))
      .on('close', () => resolve(text))
      .on('error', reject);
  });
}

/** The one answer that these bytes are: its length is what it says, and nothing stands behind it. */
export function rawAnswer(text: string, status: number): { headers: Headers; body: Record<string, unknown> } {
  const [head, body, ...more] = text.split('\r\n\r\n');
  const [line, ...fields] = head.split('\r\n');
  expect([line.split(' ', 2), more]).toEqual([['HTTP/1.1', String(status)], []]);
  const headers = new Headers(fields.map((field) => field.split(': ', 2) as [string, string]));
  expect(headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
  return { headers, body: JSON.parse(body) as Record<string, unknown> };
}
