import { Webhook } from 'standardwebhooks';
import { newSecret, signed } from './signature.js';

const MESSAGE = {
  id: '019ab2c4-d5e6-7f80-91a2-b3c4d5e6f708',
  type: 'session.ended',
  createdAt: new Date('2026-11-01T00:00:00.000Z'),
  data: { sessionId: 's', text: 'Käse ✓' },
};

describe('a signed message', () => {
  it('is accepted by a receiver with any of the secrets, and by none with another', () => {
    const secrets = [newSecret(), newSecret()];
    const { headers, body } = signed(MESSAGE, secrets, new Date());
    for (const secret of secrets)
      expect(new Webhook(secret).verify(body, headers)).toEqual({
        type: 'session.ended',
        timestamp: '2026-11-01T00:00:00.000Z',
        data: MESSAGE.data,
      });
    expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(secrets[0]).verify(`${body} `, headers)).toThrow('No matching signature');
  });

  it('has the HMAC-SHA256 of id, time and body, as another program makes it', () => {
    // createHmac('sha256', bytes of the secret).update(`${id}.${time}.${body}`).digest('base64') of Node.
    const { headers } = signed(MESSAGE, ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'], new Date(1_674_087_231_999));
    expect(headers).toMatchObject({
      'webhook-id': `msg_${MESSAGE.id}`,
      'webhook-timestamp': '1674087231',
      'webhook-signature': 'v1,JjfrZnj3R8BJj+RtcZCayKz+ri5lN4o6BNZDNN1BsdA=',
    });
  });

  it('has the same body and id at each attempt, and the time of the attempt', () => {
    const secret = newSecret();
    const [first, second] = [1_000, 60_000].map((ms) => signed(MESSAGE, [secret], new Date(ms)));
    expect(second.body).toBe(first.body);
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect([first, second].map(({ headers }) => headers['webhook-timestamp'])).toEqual(['1', '60']);
  });
});
