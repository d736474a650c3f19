/// <reference types="astro/client" />

declare module 'virtual:head-script' {
  interface HeadScript {
    /** The inline script for the head. */
    code: string;
    /** Its CSP source. */
    hash: `sha256-${string}`;
  }
  /** By whom a page is for. */
  export const headScripts: Readonly<Record<'public' | 'member', HeadScript>>;
  /** Address of the module that inline scripts load on the first interaction. */
  export const addressOf: Readonly<Record<'check-reserves', string>>;
}

declare namespace App {
  interface Locals {
    /** Calls the embedded provider without the network; absent when the provider is the operator's own. */
    api?: (request: Request) => Promise<Response>;
  }
}
