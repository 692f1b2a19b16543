import { describe, it } from 'vitest';
import { createOwnFolder, sendMessage } from '#tests/support/own-folder.ts';

describe.concurrent('after a kill -9', () => {
  it('after a kill -9 of the database, the site restarts it and accepts messages in the meantime', async () => {
    await using folder = await createOwnFolder();
    const site = await folder.startReady();
    process.kill(await folder.postmasterPid(), 'SIGKILL');
    const id = await sendMessage(site, '/contact.php');
    await site.untilReady();
    await folder.expectArrivedOnce(id);
  });

  it('after a kill -9 of both, the next start recovers', async () => {
    await using folder = await createOwnFolder();
    const site = await folder.startReady();
    const id = await sendMessage(site);
    process.kill(await folder.postmasterPid(), 'SIGKILL');
    await site.end('SIGKILL');
    await folder.startAfterKill();
    await folder.expectArrivedOnce(id);
  });
});
