import net from 'node:net';

/** Sends bytes over a new connection. @returns everything received until the other end closes */
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

/** The only response in these bytes: its length is correct, and nothing follows it. */
export function rawAnswer(text: string, status: number): { headers: Headers; body: Record<string, unknown> } {
  const [head, body, ...more] = text.split('\r\n\r\n');
  const [line, ...fields] = head.split('\r\n');
  expect([line.split(' ', 2), more]).toEqual([['HTTP/1.1', String(status)], []]);
  const headers = new Headers(fields.map((field) => field.split(': ', 2) as [string, string]));
  expect(headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
  return { headers, body: JSON.parse(body) as Record<string, unknown> };
}
