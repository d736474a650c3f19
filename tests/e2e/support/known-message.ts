/** Content below the first screen has its styles next to it, so that the first paint doesn't wait for them. */
export const KNOWN_MESSAGE = /^<style> element is not permitted as content under <(div|body)>$/;
