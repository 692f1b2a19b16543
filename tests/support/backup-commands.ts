import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { readResidentMemory } from './process-memory.ts';

/** The same options as in tools/tool.mjs. */
const sparing = ['--max-semi-space-size=2', '--max-old-space-size=256'];

/** Runs `npm run backup` or `npm run restore`. Also returns the peak memory in bytes. */
export async function runBackups(environment: Record<string, string>, ...args: string[]) {
  const child = spawn(
    process.execPath,
    [...sparing, 'src/features/backups/server/backups-main.ts', ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
        MALLOC_ARENA_MAX: '2',
        ...environment,
      },
    },
  );
  let peak = 0;
  const watching = setInterval(() => {
    try {
      peak = Math.max(peak, readResidentMemory(child.pid ?? 0).peak);
    } catch {
      // The process has ended.
    }
  }, 20);
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  clearInterval(watching);
  return { code: child.exitCode, output, errors, peak };
}
