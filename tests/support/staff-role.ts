import { randomUUID } from 'node:crypto';
import { createDatabase } from '../../provider/db/database.ts';
import { createPool } from '../../provider/db/pool.ts';
import { makeRole, type Part } from '../../provider/db/roles.ts';
import { adminUrl, asAdmin } from './as-admin.ts';

export interface StaffMember {
  name: string;
  /** Of the database, as this person. */
  url: string;
}

/** A person with such a role in a test's database, as `staff-role` makes them. */
export async function makeStaff(ownerUrl: string, part: Part): Promise<StaffMember> {
  const name = `${part.toLowerCase()}_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
  const pool = createPool(adminUrl(ownerUrl), { max: 1 });
  try {
    await makeRole(createDatabase(pool), part, name, 'x');
  } finally {
    await pool.end();
  }
  return { name, url: ownerUrl.replace(/\/\/[^@]*@/, `//${name}:x@`) };
}

/** Roles are the server's, and outlive a test's database. */
export async function dropStaff(ownerUrl: string, staff: readonly StaffMember[]): Promise<void> {
  await asAdmin(ownerUrl, (client) => client.query(staff.map(({ name }) => `drop owned by ${name} cascade; drop role ${name};`).join(' ')));
}
