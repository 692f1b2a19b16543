import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { buildTarget } from './tools/client-code/supported-browsers.ts';
import { compressAssets } from './tools/compress-assets.ts';
import { documentScripts, treeshake } from './tools/document-scripts.ts';
import { recordCommit } from './tools/record-commit.ts';
import { subsetFonts } from './tools/subset-fonts.ts';

/**
 * Packages that are not bundled: native code, packages that look for their own files, and React,
 * which chooses its build at the start.
 */
const loadedAtStart = [
  ...['nodemailer', 'pg', 'pg-boss', 'pino', 'pino-pretty', 'sharp'],
  ...['react', 'react-dom', 'react-router'],
];

/**
 * One build creates both parts: the browser's files in build/client, and the whole server with its
 * pages in build/server/index.js. It includes the packages, because loading thousands of modules
 * more than doubles the start time.
 */
export default defineConfig(({ command }) => ({
  plugins: [
    subsetFonts(),
    documentScripts(),
    tailwindcss(),
    reactRouter(),
    compressAssets(),
    recordCommit(),
  ],
  // Small pictures may be inlined in the style sheet; fonts are loaded when a text needs them.
  build: { assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined) },
  environments: {
    client: {
      build: {
        target: buildTarget,
        cssTarget: buildTarget,
        rollupOptions: {
          treeshake,
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            // React stays cached when the site changes. Most documents load none of these chunks.
            codeSplitting: {
              groups: [
                // One script for most documents: a request costs more than this code.
                {
                  name: 'document',
                  test: /\/src\/(?:document\/(?:early-presses|page)|features\/home\/ui\/document\/home|rules\/draft-key)\.ts|vite\/preload-helper/,
                  priority: 1,
                },
                { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
                { name: 'router', test: /node_modules\/react-router\// },
                {
                  name: 'forms',
                  test: /node_modules\/(?:zod|@conform-to|uuid|lucide-react\/dist\/esm\/(?!icons))|\/src\/(?:features\/(?:captcha|forms|vouchers\/ui\/code-field|shell\/ui\/(?:hydrate-)?island)|ui\/(?:button|class-names|field|icon-stroke|link|toast))|\/rules\/(?:agreement|captcha|limits|origin|zod)\.ts/,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      ...(command === 'build' && { resolve: { noExternal: true, external: loadedAtStart } }),
      // Not minified, so that stack traces name the functions. A source map would cost the process
      // 100 MB.
      build: { rollupOptions: { input: 'src/server/main.ts' }, target: 'node24' },
    },
  },
}));
