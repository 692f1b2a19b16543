import { readFile } from 'node:fs/promises';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

/*
 * The baseline of `npm run bench:pages`: one handler that serves the bytes of a file from memory.
 * Arguments: the file, its content encoding, the port.
 */
const [file = '', encoding = '', port = ''] = process.argv.slice(2);
const body = new Uint8Array(await readFile(file));
const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': encoding };
const app = new Hono().get('*', (c) => c.body(body, 200, headers));
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' });
