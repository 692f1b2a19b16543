import { expect, it } from 'vitest';
import { describeMailFailure, explainMailFailure, MailSetUpError } from './mail-failure.ts';

const badLogin = 'Create an app password.';

const failure = (facts: object) => Object.assign(new Error('Something'), facts);

it.each<[object, string, RegExp]>([
  [{ code: 'EAUTH', responseCode: 535, response: '535 5.7.8 No' }, 'password', /app password/],
  [{ code: 'EENVELOPE', responseCode: 530, response: '530 Sign in' }, 'password', /app password/],
  [{ code: 'EPRIVATE' }, 'host', /private network/],
  [{ code: 'ESOCKET', originalCode: 'ENOTFOUND' }, 'host', /no server with this name/],
  [{ code: 'ETLS' }, 'encryption', /port 465/],
  [{ code: 'ESOCKET', message: 'self-signed certificate' }, 'encryption', /port 465/],
  [{ code: 'EABORT' }, 'host', /in time/],
  [{ code: 'ETIMEDOUT' }, 'host', /in time/],
  [{ code: 'ECONNREFUSED' }, 'host', /cannot connect/],
  [{ code: 'EENVELOPE', command: 'MAIL FROM', response: '553 No' }, 'senderEmail', /this sender/],
  [{ code: 'EMESSAGE', responseCode: 554, response: '554 Spam' }, '', /rejected/],
])('explains %j with the field %s', (facts, field, advice) => {
  const explained = explainMailFailure(failure(facts), badLogin);
  expect(explained.field).toBe(field);
  expect(explained.advice).toMatch(advice);
});

it('returns the message of the server or the connection', () => {
  const refused = failure({ code: 'EAUTH', response: '535 5.7.8 No' });
  expect(explainMailFailure(refused, badLogin).detail).toBe('The server said: 535 5.7.8 No');
  expect(explainMailFailure(failure({ code: 'ETLS' }), badLogin).detail).toBe('Details: Something');
});

it('tells what the mentor has to change for a queued email', () => {
  expect(describeMailFailure(new MailSetUpError('Set it up.'))).toBe('Set it up.');
  expect(describeMailFailure(failure({ response: '451 Later' }))).toContain('451 Later');
});
