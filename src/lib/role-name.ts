/** The names of roles in the page's language, by their codes. */
export type RoleNames = Readonly<Record<string, string>>;

/** A role in the member's language. One that we don't know goes by the name that the provider gives it. */
export function roleName({ code, name }: { code: string; name: string }, names: RoleNames): string {
  return names[code] ?? name;
}
