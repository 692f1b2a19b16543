import { execFile, spawnSync } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMachine, type Machine } from '#tests/support/machine.ts';
import { publicName } from '#tests/support/proxies.ts';
import { until } from '#tests/support/site-process.ts';
import { siteArguments, siteEnvironment } from '../../tools/site-process.mjs';

const execute = promisify(execFile);

/** For a version that is never ready. The one before has as long to come back. */
const givenUpSoon = { DEPLOY_READY_SECONDS: '20' };

/** The state of every file below a folder: what it is, how long, and when it was written. */
async function describeFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const described = await Promise.all(
    names.map(async (name) => {
      const { mode, size, mtimeMs } = await stat(path.join(folder, name));
      return `${name} ${mode} ${size} ${mtimeMs}`;
    }),
  );
  return described.sort();
}

it('the scripts are clean to shellcheck', async () => {
  const programs = 'tests/support/machine-programs';
  const files = [
    ...['install', 'update', 'remove', 'apply', 'run', 'place.sh', 'release.sh'].map(
      (name) => `deploy/${name}`,
    ),
    ...(await readdir(programs)).map((name) => `${programs}/${name}`),
  ];
  const { stdout } = spawnSync('shellcheck', ['--external-sources', ...files], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
});

describe('a machine', () => {
  let machine: Machine;

  beforeAll(async () => {
    machine = await createMachine();
  });
  afterAll(() => machine[Symbol.asyncDispose]());

  it('is installed by one command, which says how to go on', async () => {
    const { code, said } = await machine.install(
      '--also',
      `www.${publicName}`,
      '--local-certificates',
    );
    expect(code, said).toBe(0);
    expect(said).toContain(`https://${publicName} runs.`);
    expect(said).toContain(`https://${publicName}/login/setup?token=abc`);
    expect(said).toContain('Set up email in the admin');
    expect(await machine.running()).toBe(machine.first);
    expect(await machine.read('etc/time-vs-price/machine.env')).toContain(
      `SITE_URL=https://${publicName}\n`,
    );
    expect(await machine.calls()).toEqual(
      expect.arrayContaining([
        'daemon-reload',
        '--quiet enable time-vs-price',
        '--quiet enable caddy',
      ]),
    );
    expect((await machine.read('packages')).split('\n')).toEqual(
      expect.arrayContaining(['caddy', 'git', 'curl']),
    );
  });

  it('has a unit that systemd understands, and that keeps the site to itself', async () => {
    const installed = machine.onMachine('etc/systemd/system/time-vs-price.service');
    const unit = machine.at('time-vs-price.service');
    const text = await readFile(installed, 'utf8');
    expect(text).toMatch(new RegExp(`^ExecStart=.* ${siteArguments.join(' ')}$`, 'm'));
    const { NODE_ENV: _, ...memory } = siteEnvironment;
    const settings = Object.entries(memory).map(([name, value]) => ` ${name}=${value}`);
    expect(text).toContain(`${settings.join('')}\n`);
    // Its program has to be there.
    await writeFile(unit, text.replaceAll('/opt/', `${machine.onMachine('opt')}/`));
    const { stdout, stderr } = await execute('systemd-analyze', ['verify', unit]);
    expect(stdout + stderr).toBe('');
    const security = ['security', '--offline=true', '--threshold=20', '--no-pager', unit];
    const judged = await execute('systemd-analyze', security);
    expect(judged.stdout).toMatch(/Overall exposure level for time-vs-price.service: [01]\.\d OK/);
  });

  it('is left as it is by another install', async () => {
    const before = await describeFiles(machine.onMachine(''));
    await machine.calls();
    // Nothing is made, so no room is needed.
    const given = { MACHINE_FREE_MEGABYTES: '0' };
    const { code, said } = await machine.run('install', [publicName], given);
    expect(code, said).toBe(0);
    const asked = await machine.calls();
    expect(asked.filter((call) => !/is-(?:enabled|active|failed)|^show/.test(call))).toEqual([]);
    const ours = (line: string) => !/^run(?:\/calls)? /.test(line);
    expect((await describeFiles(machine.onMachine(''))).filter(ours)).toEqual(before.filter(ours));
  });

  it('takes over what is said anew, and keeps what was said before', async () => {
    const given = ['--public-certificates', '--email', 'mentor@example.com'];
    const { code, said } = await machine.install(...given);
    expect(code, said).toBe(0);
    expect(said.match(/^Written: .*/gm)).toEqual([
      'Written: /etc/time-vs-price/install.conf',
      'Written: /etc/caddy/Caddyfile',
    ]);
    const caddyfile = await machine.read('etc/caddy/Caddyfile');
    expect(caddyfile).toContain('\temail mentor@example.com\n');
    expect(caddyfile).toContain(`\n${publicName} {\n`);
    expect(caddyfile).toContain(
      `\nwww.${publicName} {\n\tredir https://${publicName}{uri} permanent`,
    );
    expect(await machine.calls()).toContain('reload-or-restart caddy');
    const others = await machine.install('--also', `shop.${publicName}`);
    expect(others, 'those that are said anew are all').toMatchObject({ code: 0 });
    expect(await machine.read('etc/caddy/Caddyfile')).not.toContain(`\nwww.${publicName} {`);
    expect(await machine.install('--local-certificates')).toMatchObject({ code: 0 });
  });

  it('is reached by https, and no visitor is refused while a newer version takes over', async () => {
    const visitor = await machine.startCaddy();
    const { status, headers } = await visitor.send('GET', '/');
    expect(status).toBe(200);
    // HTTP/3 is offered.
    expect(headers['alt-svc']).toContain('h3=');
    await machine.addRow('a lead');
    const newest = await machine.publish('is good');
    const update = machine.start('update');
    let isOver = false;
    void update.ended.then(() => {
      isOver = true;
    });
    const answers: (number | undefined)[] = [];
    while (!isOver) answers.push((await visitor.send('GET', '/')).status);
    const { code, said } = await update.ended;
    expect(code, said).toBe(0);
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await machine.running()).toBe(newest);
  });

  it('is backed up before it gets a newer version', async () => {
    const folder = machine.onMachine('var/backups/time-vs-price/updates');
    const [backup = ''] = await readdir(folder);
    expect(await readFile(path.join(folder, backup), 'utf8')).toBe('a lead\n');

    const again = await machine.run('update');
    expect(again).toMatchObject({
      code: 0,
      said: expect.stringContaining('newest version already'),
    });
  });

  it.each([
    ['is not built', ['Building the site … failed', 'The site was not changed.']],
    ['is not ready', ['The previous version runs again.']],
    ['ends', ['An unforeseen fault.', 'The previous version runs again.']],
    ['is wrong', ['SMTP_URL must be an address.', 'The previous version runs again.']],
  ] as const)('goes on with its version where a newer one %s', async (behaviour, lines) => {
    const before = await machine.running();
    const readState = () =>
      Promise.all([
        ...[machine.releaseOf('current'), machine.releaseOf('previous')],
        machine.releases(),
      ]);
    const state = await readState();
    await machine.publish(behaviour);
    const { code, said } = await machine.run('update', [], givenUpSoon);
    expect(code).toBe(1);
    for (const line of lines) expect(said).toContain(line);
    expect(await machine.running()).toBe(before);
    expect(await readState()).toEqual(state);
  });

  it('goes on with its version where it cannot be backed up, unless that is wanted', async () => {
    const broken = await machine.publish('is not backed up');
    const { code, said } = await machine.run('update');
    expect(code, said).toBe(0);
    await machine.publish('is good');
    const refused = await machine.run('update');
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('The disk is full.') });
    expect(refused.said).toContain('The site was not changed.');
    expect(await machine.running()).toBe(broken);
    expect(await machine.run('update', ['--without-backup'])).toMatchObject({ code: 0 });
    expect(await machine.running()).not.toBe(broken);
  });

  it.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)(
    'goes on with its version where an update ends by %s in the middle of the switch',
    async (signal) => {
      const before = await machine.running();
      await machine.publish('is not ready');
      const update = machine.start('update');
      await until('the switch', async () => (await machine.running().catch(() => '')) !== before);
      await until('the new version', () => machine.running().catch(() => null));
      update.child.kill(signal);
      expect((await update.ended).code).toBe(129);
      expect(await machine.running()).toBe(before);
    },
  );

  it('goes on with its version where nobody hears any more what a failing update says', async () => {
    const before = await machine.running();
    const failing = await machine.publish('is not ready');
    const update = machine.start('update', [], givenUpSoon);
    const running = () => machine.running().catch(() => '');
    await until('the new version', async () => (await running()) === failing);
    for (const stream of [update.child.stdout, update.child.stderr]) stream?.destroy();
    expect((await update.ended).code).toBe(1);
    expect(await machine.running()).toBe(before);
  });

  it('can go back where an update was killed in the middle of the switch', async () => {
    const before = await machine.running();
    const killed = await machine.publish('is not ready');
    const update = machine.start('update');
    const running = () => machine.running().catch(() => '');
    await until('the new version', async () => (await running()) === killed);
    update.child.kill('SIGKILL');
    await update.ended;
    const again = await machine.run('update');
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining('update --back') });
    expect(await machine.run('update', ['--back'])).toMatchObject({ code: 0 });
    expect(await machine.running()).toBe(before);
  });

  it('goes back to the version before, and forth again', async () => {
    const before = await machine.running();
    await machine.git('source', 'tag', 'v1.0.1');
    const newest = await machine.publish('is good');
    expect(await machine.run('update')).toMatchObject({ code: 0 });
    expect(await machine.run('update', ['--back'])).toMatchObject({ code: 0 });
    expect(await machine.running()).toBe(before);
    expect(await machine.run('update', ['--back'])).toMatchObject({ code: 0 });
    expect(await machine.running()).toBe(newest);
    expect(await machine.run('update', ['v9'])).toMatchObject({
      code: 1,
      said: expect.stringContaining('There is no version v9'),
    });
  });

  it('runs commands of the site with its settings', async () => {
    const file = machine.at('by-hand');
    expect(await machine.run('run', ['backup', file])).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).toBe('a lead\n');
  });

  it('keeps few versions, and few of their backups', async () => {
    expect((await machine.releases()).length).toBeLessThanOrEqual(4);
    const backups = await readdir(machine.onMachine('var/backups/time-vs-price/updates'));
    expect(backups).toHaveLength(3);
  });

  it('is left with its data, its backups and its settings, and found again by install', async () => {
    const { code, said } = await machine.run('remove');
    expect(code, said).toBe(0);
    await expect(fetch(machine.url)).rejects.toThrow();
    expect(await readdir(machine.onMachine('opt'))).toEqual([]);
    expect(await readdir(machine.onMachine('etc/systemd/system'))).toEqual([]);
    expect(await machine.read('var/lib/time-vs-price/rows')).toBe('a lead\n');
    expect(await readdir(machine.onMachine('var/backups/time-vs-price'))).toEqual(['updates']);
    expect(await machine.read('etc/time-vs-price/site.env')).toContain('PORT=');
    expect(await machine.run('remove')).toMatchObject({ code: 0 });
    expect(await machine.install()).toMatchObject({ code: 0 });
    expect(await machine.running()).toBe(machine.first);
  });
});
