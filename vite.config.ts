import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { buildTarget } from './scripts/client-code/supported-browsers.ts';
import { compressAssets } from './scripts/compress-assets.ts';
import { inlineScripts } from './scripts/inline-scripts.ts';
import { recordCommit } from './scripts/record-commit.ts';
import { subsetFonts } from './scripts/subset-fonts.ts';

interface OwnModule {
  /** What the build says when the module is no longer found. */
  reason: string;
  /** The name that it is imported by, and a part of the path of what imports it. */
  id: RegExp;
  importer: string;
  /** The file that takes its place. */
  file: string;
  environments: readonly ('client' | 'ssr')[];
}

/** Puts a module of ours into the place of a package's own, in what is built. Fails where it is not there. */
function withOwnModule({ reason, id, importer, file, environments }: OwnModule): Plugin {
  const found = new Set<string>();
  return {
    name: `with-own-${path.basename(file)}`,
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => environments.some((one) => one === name),
    resolveId: {
      filter: { id },
      handler(_, from) {
        if (!from?.includes(importer)) return;
        found.add(this.environment.name);
        return path.resolve(file);
      },
    },
    buildEnd() {
      if (!found.has(this.environment.name)) this.error(reason);
    },
  };
}

/**
 * React Router reloads the document when a page's code does not come, which without a connection
 * ends on the browser's error page.
 */
const ownRouteModuleLoader = {
  reason: 'React Router no longer loads the code of routes as expected.',
  id: /\/routeModules\.js$/,
  importer: '/node_modules/react-router/',
  file: 'app/load-route-module.ts',
  environments: ['client'],
} as const;

/** Lucide's own puts an icon together each time that it is drawn, and takes a kilobyte in every browser. */
const ownIcons = {
  reason: 'Icons are no longer made as expected.',
  id: /\/createLucideIcon\.mjs$/,
  importer: '/node_modules/lucide-react/dist/esm/icons/',
  file: 'app/ui/create-icon.tsx',
  environments: ['client', 'ssr'],
} as const;

/**
 * What the server's file does not hold: native code, what finds its own files beside itself,
 * and React, which chooses between its builds when it starts.
 */
const loadedAtStart = [
  ...['nodemailer', 'pg', 'pg-boss', 'pino', 'pino-pretty', 'sharp'],
  ...['react', 'react-dom', 'react-router'],
];

/**
 * One build makes both halves: the browser's files in build/client, and the whole
 * server with its pages in build/server/index.js. Its packages are part of that file: a start
 * that looks for thousands of modules takes more than twice as long.
 */
export default defineConfig(({ command }) => ({
  plugins: [
    withOwnModule(ownRouteModuleLoader),
    withOwnModule(ownIcons),
    subsetFonts(),
    inlineScripts(),
    tailwindcss(),
    reactRouter(),
    compressAssets(),
    recordCommit(),
  ],
  // Small pictures may stand in the style sheet; fonts are to come when a text needs them.
  build: { assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined) },
  environments: {
    client: {
      build: {
        target: buildTarget,
        cssTarget: buildTarget,
        rollupOptions: {
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            // Few files instead of many small ones: what every page needs, and no more, is loaded at once,
            // and the framework stays cached when the site changes.
            codeSplitting: {
              groups: [
                // In a task of its own, on pages that have a use for it.
                { name: 'first-format', test: /\/shell\/first-format/ },
                {
                  name: 'framework',
                  test: /node_modules\/(?:react|react-dom|react-router|scheduler)\/|\/app\/load-route-module/,
                },
                {
                  name: 'site',
                  test: /\/app\/(?:ui\/(?:button|candle|contained|create-icon|dialog|link|page-header|skeleton|toast)|features\/(?:shell|theme)\/)|\/content\/site|lucide-react\/dist\/esm\/(?!icons)/,
                },
                { name: 'picture', test: /\/app\/features\/media\/picture|\/domain\/stored-file/ },
                {
                  // For a form that needs no script, without what the others are made of.
                  name: 'fields',
                  test: /\/app\/(?:ui\/field|features\/forms\/(?:honeypot|form-notice))/,
                },
                {
                  name: 'forms',
                  test: /node_modules\/(?:zod|@conform-to)\/|\/app\/features\/forms\/|\/domain\/(?:agreement|zod)\.ts/,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      ...(command === 'build' && { resolve: { noExternal: true, external: loadedAtStart } }),
      // Not minified: a stack names the functions. A map would cost the process 100 MB.
      build: { rollupOptions: { input: 'server/main.ts' }, target: 'node24' },
    },
  },
}));
