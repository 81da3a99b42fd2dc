import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Sql } from '../../database/sql.ts';

export interface Payee {
  id: string;
  name: string;
  email: string;
}

/**
 * The user with this email. One who was removed is still paid what was earned; a user who has the address now comes first.
 * @param id tells a removed user from the one who has the address now
 * @throws Problem not-found
 */
export async function findPayee(sql: Sql, email: string, id?: string): Promise<Payee> {
  const [payee] = await sql<Payee[]>`
    select id, name, email from users
    where lower(email) = lower(${email}) and id = coalesce(${id ?? null}::uuid, id)
    order by removed_at desc nulls first limit 1`;
  if (!payee) throw new Problem('not-found', msg`There is no such user`);
  return payee;
}
