import { Writable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { createAnnouncer, createLogger, switchLevelOnSignal } from './logger.ts';

const listeners = process.listeners('SIGUSR2');
afterEach(() => {
  process.removeAllListeners('SIGUSR2');
  for (const listener of listeners) process.on('SIGUSR2', listener);
});

function openLog(level: string) {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)).msg);
      done();
    },
  });
  return { log: createLogger(level, stream), lines };
}

it('switches to debug and back on a signal, for each new request', () => {
  const { log, lines } = openLog('warn');
  switchLevelOnSignal(log);
  const write = () => log.child({ id: 1 }).debug('request');
  write();
  process.emit('SIGUSR2');
  write();
  process.emit('SIGUSR2');
  write();
  expect(lines).toEqual([
    'The level of the log is debug now',
    'request',
    'The level of the log is warn now',
  ]);
});

it.each(['debug', 'trace'])('switches from %s to info', (level) => {
  const { log } = openLog(level);
  switchLevelOnSignal(log);
  process.emit('SIGUSR2');
  expect(log.level).toBe('info');
  process.emit('SIGUSR2');
  expect(log.level).toBe(level);
});

it('prints announcements for the operator at every level, on one line', () => {
  const { log, lines } = openLog('silent');
  createAnnouncer(log)('Still samples:\n  the portrait');
  expect(lines).toEqual(['Still samples:\n  the portrait']);
});
