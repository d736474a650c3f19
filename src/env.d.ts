/// <reference types="astro/client" />

declare module 'virtual:head-script' {
  interface HeadScript {
    /** The inline script. */
    code: string;
    /** Its CSP source. */
    hash: `sha256-${string}`;
  }
  /** For whom a page is; `later` is for public pages after their first screen. */
  export const headScripts: Readonly<Record<'public' | 'member' | 'later', HeadScript>>;
}

declare namespace App {
  interface Locals {
    /** Calls the embedded provider without the network; absent when the provider is the operator's own. */
    api?: (request: Request) => Promise<Response>;
  }
}
