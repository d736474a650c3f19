/// <reference types="astro/client" />

declare module 'virtual:head-script' {
  interface HeadScript {
    /** The inline script. */
    code: string;
    /** Its CSP source. */
    hash: `sha256-${string}`;
  }
  export const headScript: Readonly<HeadScript>;
}

declare namespace App {
  interface Locals {
    /** Calls the embedded provider without the network; absent when the provider is the operator's own. */
    api?: (request: Request) => Promise<Response>;
  }
}
