import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/{platform/db,features/*/server}/*schema.ts',
  out: './src/platform/db/migrations',
});
