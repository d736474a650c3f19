import { defineConfig } from 'drizzle-kit';

// For drizzle-kit's studio and checks. Migrations are SQL written by hand and applied by provider/db/migrate.ts.
export default defineConfig({ dialect: 'postgresql', schema: './provider/**/schema.ts', out: './.data/drizzle' });
