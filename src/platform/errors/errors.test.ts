import { DrizzleQueryError } from 'drizzle-orm';
import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { AppError, databaseUnavailable, describeError, describeOrigin } from './errors.ts';

const token = 'sPzQ8nW3R1-rZbM0g7m2cQ5yT9uVxK_aLdEfGhIjKlM';

const pgError = (code: string, message: string) =>
  Object.assign(new DatabaseError(message, message.length, 'error'), { code });
const smtpError = (response: string) =>
  Object.assign(new Error(`Can't send mail - all recipients were rejected: ${response}`), {
    code: 'EENVELOPE',
    command: 'RCPT TO',
    response,
    responseCode: 550,
  });

it.each([
  [
    'a query',
    databaseUnavailable(
      new DrizzleQueryError('insert into leads values ($1)', ['Secret words'], new Error('gone')),
    ),
    'The database does not answer: A query failed: gone',
  ],
  [
    'a value that the database rejects',
    pgError('22P02', 'invalid input syntax for type uuid: "Secret words"'),
    'The database refuses a value (22P02)',
  ],
  [
    'a constraint',
    pgError('23505', 'duplicate key value violates unique constraint "leads_pkey"'),
    'duplicate key value violates unique constraint "leads_pkey"',
  ],
  [
    'a response of a mail server',
    smtpError('550 5.1.1 <jane@example.com>: Secret words'),
    'The mail server answered 550 5.1.1',
  ],
  [
    'an e-mail address',
    new Error('No mailbox jane+x@example.com here'),
    'No mailbox [address] here',
  ],
  [
    'a URL of the site',
    new Error(`No route matches https://site.test/booking/${token}?x=1 now`),
    'No route matches https://site.test/… now',
  ],
  [
    'credentials',
    new Error('connect postgres://site:hunter2@db.test:5432/site failed'),
    'connect postgres://db.test:5432/… failed',
  ],
  [
    'a path',
    new Error(`No route matches URL "/booking/${token}"`),
    'No route matches URL "/booking/[token]"',
  ],
  [
    'an id',
    new Error('Id 0b0f3d1f-6f0f-4c49-9a35-6fd1f9a7d2c1'),
    'Id 0b0f3d1f-6f0f-4c49-9a35-6fd1f9a7d2c1',
  ],
  ['no error', `at ${token}`, 'at [token]'],
  ['lines', new Error('one\n  two'), 'one two'],
])('describes %s for the log', (_, error, described) => {
  expect(describeError(error)).toBe(described);
});

it('describes a copy of an error by its message, and any other value as text', () => {
  expect(describeError({ message: 'Queue is down', stack: '' })).toBe('Queue is down');
  for (const thrown of ['nothing', null, undefined, 7])
    expect(describeError(thrown)).toBe(String(thrown));
});

it('truncates a very long message quickly', () => {
  expect(describeError(new Error('a'.repeat(1_000_000)))).toHaveLength(1_000);
});

it('returns the origin of an error without its message', () => {
  const error = new AppError(500, 'x', '', {
    message: 'Secret\n    at words (visitor)',
  });
  const origin = describeOrigin(error);
  expect(origin[0]).toContain('errors.test.ts');
  expect(origin.join()).not.toContain('visitor');
  expect(describeOrigin('nothing')).toEqual(expect.any(Array));
});
