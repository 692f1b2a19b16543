import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/**
 * One build makes both halves: the browser's files in build/client and the whole
 * server, pages included, in build/server/index.js.
 */
export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    ssr: {
      build: { rollupOptions: { input: 'server/main.ts' }, sourcemap: true, target: 'node24' },
    },
  },
});
