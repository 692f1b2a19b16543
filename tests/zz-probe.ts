import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { builtSite, createDirectory, runSite } from '#tests/support/site-process.ts';
const d = await createDirectory();
const site = await runSite({ DATA_DIR: d + '/data', LOG_LEVEL: 'info', TRUST_PROXY: '1', RATE_LIMITS: process.env.RL ?? 'on' }, ['sh', '-c', `exec ${builtSite.join(' ')} > ${d}/log`]);
await site.untilReady();
const cpu = () => { const f = readFileSync(`/proc/${site.process.pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(f[11]) + Number(f[12])) * 10000; };
async function run(name: string, lua: string, url: string) {
  await writeFile(`${d}/s.lua`, lua + '\nfunction done(summary) print(summary.requests, summary.errors.status) end');
  const b = cpu();
  const { stdout } = await promisify(execFile)('wrk', ['-t1', '-c20', '-d4s', '-s', `${d}/s.lua`, '-H', 'Accept-Encoding: br', url]);
  const [n, e] = stdout.trim().split('\n').at(-1)!.split(/\s+/).map(Number);
  console.log(name, 'requests', n, 'errors', e, 'us', ((cpu() - b) / n!).toFixed(1));
}
const post = `wrk.method='POST'; wrk.body='{"page":"/about","origin":{"first_page":"/","referrer":null,"utm_source":"x","utm_medium":null,"utm_campaign":null}}'; wrk.headers['Content-Type']='application/json'; wrk.headers['User-Agent']='Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
local i = 0
request = function() i = i + 1; wrk.headers['X-Forwarded-For'] = '10.' .. math.floor(i/65536)%256 .. '.' .. math.floor(i/256)%256 .. '.' .. i%256; return wrk.format(nil, '/api/visits') end`;
for (let r = 0; r < 3; r++) {
  await run('page', '', site.url + '/');
  await run('beacon', post, site.url + '/');
}
await site.end('SIGTERM');
