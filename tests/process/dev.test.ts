import { expect, it } from 'vitest';
import { createDirectory, removeDirectory, runSite } from '#tests/support/site-process.ts';

it('npm run dev serves pages and their scripts from source', async () => {
  const directory = await createDirectory();
  const site = await runSite({ DATA_DIR: directory, NODE_ENV: 'development' }, [
    process.execPath,
    'tools/dev.ts',
  ]);
  await site.untilReady();
  const page = await fetch(`${site.url}/contact`);
  expect(page.status).toBe(200);
  const [, script] =
    /(?:src|data-script)="(\/@id\/document-script:[^"]+contact[^"]*)"/.exec(await page.text()) ??
    [];
  const source = await (await fetch(site.url + script)).text();
  expect(source).toContain('/src/features/leads/ui/document/contact.ts');
  await site.end('SIGTERM');
  await removeDirectory(directory);
});
