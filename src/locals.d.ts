import type { PublishedReserves } from './lib/reserves/reserves.ts';

declare global {
  namespace App {
    interface Locals {
      /** Debts and the holdings that cover them; null if there is no vault or its state is unknown. Absent in `npm run dev`. */
      reserves?: () => Promise<PublishedReserves | null>;
    }
  }
}
