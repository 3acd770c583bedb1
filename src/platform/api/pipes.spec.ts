import { type DomainError } from '../errors/index.js';
import { UuidPipe, VersionPipe } from './pipes.js';

it.each([
  [new UuidPipe(), 'id', '17', 'id must be an id, not the string "17"'],
  [new VersionPipe(), 'version', '0', 'version must be a whole number from 1 to 999999999, not the string "0"'],
  [new VersionPipe(), 'version', 1.5, 'version must be a whole number from 1 to 999999999, not the number 1.5'],
])('%s names the refused value of %s: %j', (pipe, data, value, message) => {
  const refused = (): unknown => pipe.transform(value, { type: 'param', data });
  expect(refused).toThrow(expect.objectContaining<Partial<DomainError>>({ code: 'VALIDATION_FAILED', message }));
});
