import { expect, it, vi } from 'vitest';
import { createDatabaseCircuit, isDatabaseUnreachable } from './circuit.ts';

const refused = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
const never = () => new Promise<never>(() => {});

it('asks a dead database once, then not again for a while', async () => {
  let now = 0;
  const circuit = createDatabaseCircuit({ openForMs: 1_000, now: () => now });
  await expect(circuit.run(refused, 100)).rejects.toMatchObject({ code: 'database-unavailable' });
  const work = vi.fn(async () => 'answer');
  await expect(circuit.run(work, 100)).rejects.toMatchObject({ status: 503 });
  expect(work).not.toHaveBeenCalled();
  now = 1_000;
  expect(circuit.isOpen()).toBe(false);
  await expect(circuit.run(work, 100)).resolves.toBe('answer');
});

it('waits no longer than it was told', async () => {
  const circuit = createDatabaseCircuit();
  await expect(circuit.run(never, 20)).rejects.toMatchObject({ code: 'database-unavailable' });
  expect(circuit.isOpen()).toBe(true);
});

it('passes on what the statement got wrong, and stays closed', async () => {
  const circuit = createDatabaseCircuit();
  const violation = Object.assign(new Error('check'), { code: '23514' });
  await expect(circuit.run(() => Promise.reject(violation), 100)).rejects.toBe(violation);
  expect(circuit.isOpen()).toBe(false);
});

it.each([
  [Object.assign(new Error('x'), { code: '57P01' }), true],
  [Object.assign(new Error('x'), { code: '08006' }), true],
  [new Error('Connection terminated unexpectedly'), true],
  [
    new Error('Failed query', { cause: Object.assign(new Error(''), { code: 'ECONNRESET' }) }),
    true,
  ],
  [Object.assign(new Error('duplicate key'), { code: '23505' }), false],
  [new TypeError('x is undefined'), false],
  ['no error at all', false],
])('knows an unreachable database by %s', (error, expected) => {
  expect(isDatabaseUnreachable(error)).toBe(expected);
});
