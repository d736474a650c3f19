/// <reference types="astro/client" />

declare module 'virtual:head-script' {
  /** The inline script, ready to stand in the head. */
  export const code: string;
  /** Its CSP source, `sha256-…`. */
  export const hash: `sha256-${string}`;
  /** Where inline scripts load a module from when somebody acts. */
  export const addressOf: Readonly<Record<'check-reserves', string>>;
}

declare namespace App {
  interface Locals {
    /** Calls the embedded provider without the network; absent when the provider is the operator's own. */
    api?: (request: Request) => Promise<Response>;
  }
}
