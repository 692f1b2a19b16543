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

/** For a version that is never ready. The previous version has the same time to restart. */
const givenUpSoon = { DEPLOY_READY_SECONDS: '20' };

/** Describes every file below a folder by its mode, size and modification time. */
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

it('shellcheck finds nothing in the scripts', async () => {
  const programs = 'tests/support/machine-programs';
  const files = [
    ...['install', 'update', 'remove', 'apply', 'run', 'place.sh', 'release.sh', 'database.sh'].map(
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

  it('a machine is installed by one command, which explains the next steps', async () => {
    const { code, output } = await machine.install(
      '--also',
      `www.${publicName}`,
      '--local-certificates',
    );
    expect(code, output).toBe(0);
    expect(output).toContain(`https://${publicName} runs.`);
    expect(output).toContain(`https://${publicName}/login/setup?token=abc`);
    expect(output).toContain('Set up email in the admin');
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

  it('a machine has a valid systemd unit that isolates the site', async () => {
    const installed = machine.onMachine('etc/systemd/system/time-vs-price.service');
    const unit = machine.at('time-vs-price.service');
    const text = await readFile(installed, 'utf8');
    expect(text).toMatch(new RegExp(`^ExecStart=.* ${siteArguments.join(' ')}$`, 'm'));
    const { NODE_ENV: _, ...memory } = siteEnvironment;
    const settings = Object.entries(memory).map(([name, value]) => ` ${name}=${value}`);
    expect(text).toContain(`${settings.join('')}\n`);
    // systemd checks that the program exists.
    await writeFile(unit, text.replaceAll('/opt/', `${machine.onMachine('opt')}/`));
    const { stdout, stderr } = await execute('systemd-analyze', ['verify', unit]);
    expect(stdout + stderr).toBe('');
    const security = ['security', '--offline=true', '--threshold=20', '--no-pager', unit];
    const judged = await execute('systemd-analyze', security);
    expect(judged.stdout).toMatch(/Overall exposure level for time-vs-price.service: [01]\.\d OK/);
  });

  it('a machine is left unchanged by another install', async () => {
    const before = await describeFiles(machine.onMachine(''));
    await machine.calls();
    // Nothing is built, so no disk space is needed.
    const given = { MACHINE_FREE_MEGABYTES: '0' };
    const { code, output } = await machine.run('install', [publicName], given);
    expect(code, output).toBe(0);
    const asked = await machine.calls();
    expect(asked.filter((call) => !/is-(?:enabled|active|failed)|^show/.test(call))).toEqual([]);
    const ours = (line: string) => !/^run(?:\/calls)? /.test(line);
    expect((await describeFiles(machine.onMachine(''))).filter(ours)).toEqual(before.filter(ours));
  });

  it('a machine applies new options and keeps earlier ones', async () => {
    const given = ['--public-certificates', '--email', 'mentor@example.com'];
    const { code, output } = await machine.install(...given);
    expect(code, output).toBe(0);
    expect(output.match(/^Written: .*/gm)).toEqual([
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
    expect(others, 'a repeated option replaces the earlier values').toMatchObject({ code: 0 });
    expect(await machine.read('etc/caddy/Caddyfile')).not.toContain(`\nwww.${publicName} {`);
    expect(await machine.install('--local-certificates')).toMatchObject({ code: 0 });
  });

  it('a machine is reached by HTTPS, and no visitor is refused during an update', async () => {
    const visitor = await machine.startCaddy();
    const { status, headers } = await visitor.send('GET', '/');
    expect(status).toBe(200);
    // HTTP/3 is advertised.
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
    const { code, output } = await update.ended;
    expect(code, output).toBe(0);
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await machine.running()).toBe(newest);
  });

  it('a machine is backed up before an update', async () => {
    const folder = machine.onMachine('var/backups/time-vs-price/updates');
    const [backup = ''] = await readdir(folder);
    expect(await readFile(path.join(folder, backup), 'utf8')).toBe('a lead\n');

    const again = await machine.run('update');
    expect(again).toMatchObject({
      code: 0,
      output: expect.stringContaining('newest version already'),
    });
  });

  it.each([
    ['is not built', ['Building the site … failed', 'The site was not changed.']],
    ['is not ready', ['The previous version runs again.']],
    ['ends', ['An unexpected error.', 'The previous version runs again.']],
    ['is wrong', ['SMTP_URL must be an address.', 'The previous version runs again.']],
  ] as const)(
    'a machine continues with its version if a newer one %s',
    async (behaviour, lines) => {
      const before = await machine.running();
      const readState = () =>
        Promise.all([
          machine.releaseOf('current'),
          machine.releaseOf('previous'),
          machine.releases(),
        ]);
      const state = await readState();
      await machine.publish(behaviour);
      const { code, output } = await machine.run('update', [], givenUpSoon);
      expect(code).toBe(1);
      for (const line of lines) expect(output).toContain(line);
      expect(await machine.running()).toBe(before);
      expect(await readState()).toEqual(state);
    },
  );

  it('a machine continues with its version if the backup fails, unless the backup is skipped', async () => {
    const broken = await machine.publish('is not backed up');
    const { code, output } = await machine.run('update');
    expect(code, output).toBe(0);
    await machine.publish('is good');
    const refused = await machine.run('update');
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringContaining('The disk is full.'),
    });
    expect(refused.output).toContain('The site was not changed.');
    expect(await machine.running()).toBe(broken);
    expect(await machine.run('update', ['--without-backup'])).toMatchObject({ code: 0 });
    expect(await machine.running()).not.toBe(broken);
  });

  it.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)(
    'a machine continues with its version if an update is ended by %s in the middle of the switch',
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

  it('a machine continues with its version if the output of a failing update is closed', async () => {
    const before = await machine.running();
    const failing = await machine.publish('is not ready');
    const update = machine.start('update', [], givenUpSoon);
    const running = () => machine.running().catch(() => '');
    await until('the new version', async () => (await running()) === failing);
    for (const stream of [update.child.stdout, update.child.stderr]) stream?.destroy();
    expect((await update.ended).code).toBe(1);
    expect(await machine.running()).toBe(before);
  });

  it('a machine can return to the previous version after an update was killed in the middle of the switch', async () => {
    const before = await machine.running();
    const killed = await machine.publish('is not ready');
    const update = machine.start('update');
    const running = () => machine.running().catch(() => '');
    await until('the new version', async () => (await running()) === killed);
    update.child.kill('SIGKILL');
    await update.ended;
    const again = await machine.run('update');
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('update --back') });
    expect(await machine.run('update', ['--back'])).toMatchObject({ code: 0 });
    expect(await machine.running()).toBe(before);
  });

  it('returns to the previous version, and forward again', async () => {
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
      output: expect.stringContaining('There is no version v9'),
    });
  });

  it('a machine runs commands of the site with its settings', async () => {
    const file = machine.at('by-hand');
    expect(await machine.run('run', ['backup', file])).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).toBe('a lead\n');
  });

  it('keeps only a few releases and backups', async () => {
    expect((await machine.releases()).length).toBeLessThanOrEqual(4);
    const backups = await readdir(machine.onMachine('var/backups/time-vs-price/updates'));
    expect(backups).toHaveLength(3);
  });

  it('a machine keeps its data, backups and settings when it is removed, and install uses them again', async () => {
    const { code, output } = await machine.run('remove');
    expect(code, output).toBe(0);
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
