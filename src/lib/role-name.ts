/** Role names in the page's language, by code. */
export type RoleNames = Readonly<Record<string, string>>;

/** A role's name in the member's language, or the provider's name if we don't know the role. */
export function roleName({ code, name }: { code: string; name: string }, names: RoleNames): string {
  return names[code] ?? name;
}
