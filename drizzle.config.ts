import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/platform/db/schema/schema.ts', './src/platform/db/schema/account-schema.ts'],
  out: './src/platform/db/migrations',
});
