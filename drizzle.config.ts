import { defineConfig } from 'drizzle-kit';

/** The settings of `npx drizzle-kit generate` after a change of the schema; the server runs the migrations itself. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/database/schema/*.ts',
  out: './server/database/migrations',
});
