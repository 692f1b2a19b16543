// Replaces the site in tests of updates: it gives the answers that an update needs, and behaves as
// its version's file `behaviour` says.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const behaviour = readFileSync('behaviour', 'utf8').trim();
const { PORT, SITE_URL } = process.env;

if (behaviour === 'ends') throw new Error('An unexpected error.');
if (behaviour === 'is wrong') {
  console.error('SMTP_URL must be an address.');
  process.exit(78);
}

const commit = readFileSync('build/commit', 'utf8');
const server = createServer((request, response) => {
  const isReady = behaviour !== 'is not ready';
  response.statusCode = request.url === '/readyz' && !isReady ? 503 : 200;
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ status: 'alive', version: '1.0.0', commit }));
});
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`The site is at http://localhost:${PORT}`);
  console.log(
    JSON.stringify({ msg: `Create yours at ${SITE_URL}/login/setup?token=abc (works once).` }),
  );
});
// Like the site, it finishes requests and closes idle connections.
process.on('SIGTERM', () => server.close());
