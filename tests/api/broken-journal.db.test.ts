import { rm, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { bookingBody, contactBody } from '#tests/support/lead-bodies.ts';
import { setUpOutage } from '#tests/support/outage.ts';

const outage = setUpOutage();

/** Replaces the journal's folder with a file, so that not even root can write into it. */
async function breakJournal(api: TestApi): Promise<void> {
  await rm(api.directories.journal, { recursive: true, force: true });
  await writeFile(api.directories.journal, '');
}

it('reports success without journal and database only if the mail server has accepted the message', async () => {
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
