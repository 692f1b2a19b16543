import { rm, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { bookingBody, contactBody } from '#tests/support/lead-bodies.ts';
import { setUpOutage } from '#tests/support/outage.ts';

const outage = setUpOutage();

/** Puts a file where the journal's folder was, which even root cannot write into. */
async function breakJournal(api: TestApi): Promise<void> {
  await rm(api.directories.journal, { recursive: true, force: true });
  await writeFile(api.directories.journal, '');
}

it('with neither journal nor database, answers well only when the mail server has it', async () => {
  const api = await outage.start({ isAlone: true });
  await breakJournal(api);
  await outage.passage.cut();
  expect((await api.post('/contact.php', contactBody())).status).toBe(200);
  expect(outage.mailCount()).toBe(1);

  outage.receiver.behave('refuse');
  const response = await api.post('/contact.php', contactBody());
  expect(response.status).toBe(502);
  expect(await response.json()).toEqual({ ok: false, message: 'Server returned an error.' });
  const booking = await api.post('/contact.php', bookingBody());
  expect(await booking.json()).toEqual({ ok: false, message: 'Server error.' });
});
