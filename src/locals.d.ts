import type { Reserves } from './lib/reserves/reserves.ts';

declare global {
  namespace App {
    interface Locals {
      /** What is owed and what lies there for it; null where there is no vault, or nothing is known of it. Absent in `npm run dev`. */
      reserves?: () => Promise<Reserves | null>;
    }
  }
}
