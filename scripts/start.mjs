// npm start: installs and builds what is missing, then runs the site.
import { build, giveUp, install } from './prepare.mjs';
import { runNode } from './run-node.mjs';

try {
  await install();
  await build();
} catch (error) {
  giveUp(error);
}
runNode(['--enable-source-maps', 'build/server/index.js', ...process.argv.slice(2)], {
  NODE_ENV: 'production',
});
