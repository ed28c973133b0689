import pg from "pg";

import {
  buildAdminUrl,
  buildDatabaseUrl,
  DATABASE_NAME,
  type EmbeddedPostgresOptions,
  roleNames,
} from "./postgres-options.ts";

/**
 * The role has only the rights that it is granted: no superuser, no database, no role, no
 * replication.
 */
const PLAIN = "login nosuperuser nocreatedb nocreaterole noreplication nobypassrls";

/**
 * Creates the roles of owner and server and the database. A database of an earlier version, in
 * which the superuser owns everything, is assigned to the owner unchanged.
 */
export async function arrangeRoles(options: EmbeddedPostgresOptions): Promise<void> {
  await withAdmin(buildAdminUrl(options), async (client) => {
    await makeRole(client, roleNames.owner, options.passwords.owner);
    await makeRole(client, roleNames.server, options.passwords.server);
    await makeDatabase(client);
  });
  await withAdmin(buildDatabaseUrl(options, "admin"), giveToOwner);
}

/** A role may change its own password and settings, so each start sets them again. */
async function makeRole(client: pg.Client, name: string, password: string): Promise<void> {
  const known = await client.query("select from pg_roles where rolname = $1", [name]);
  const verb = known.rowCount === 0 ? "create" : "alter";
  const secret = client.escapeLiteral(password);
  await client.query(`${verb} role ${name} with ${PLAIN} password ${secret}`);
  await client.query(`alter role ${name} reset all`);
}

async function makeDatabase(client: pg.Client): Promise<void> {
  const known = await client.query("select from pg_database where datname = $1", [DATABASE_NAME]);
  if (known.rowCount === 0) {
    await client.query(`create database ${DATABASE_NAME} owner ${roleNames.owner}`);
  }
  await client.query(`
    alter database ${DATABASE_NAME} owner to ${roleNames.owner};
    revoke all on database ${DATABASE_NAME}, postgres, template1 from public;
    grant connect on database ${DATABASE_NAME} to ${roleNames.server}`);
}

/**
 * "reassign owned" refuses the superuser of initdb, so the owner of each object is changed by name.
 */
const FOREIGN = `
  with own as (
    select oid from pg_namespace where nspname in ('public', 'pgboss')
  ), extension as (
    select classid, objid from pg_depend where deptype = 'e'
  )
  select format('schema %I', nspname) as thing from pg_namespace
    where nspname = 'pgboss' and nspowner <> $1::regrole
  union all
  select format('%s %s', case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end,
      c.oid::regclass)
    from pg_class c
    where relnamespace in (select oid from own) and relowner <> $1::regrole
      and relkind in ('r', 'p', 'v', 'S')
      and ('pg_class'::regclass, c.oid) not in (select classid, objid from extension)
      -- The sequence of an identity column follows its table.
      and not exists (select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'i'
          and c.relkind = 'S')
  union all
  select format('type %s', t.oid::regtype) from pg_type t
    where typnamespace in (select oid from own) and typowner <> $1::regrole and typtype in ('e', 'd')
      and ('pg_type'::regclass, t.oid) not in (select classid, objid from extension)
  union all
  select format('routine %s', p.oid::regprocedure) from pg_proc p
    where pronamespace in (select oid from own) and proowner <> $1::regrole
      and ('pg_proc'::regclass, p.oid) not in (select classid, objid from extension)`;

async function giveToOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ thing: string }>(FOREIGN, [roleNames.owner]);
  if (rows.length === 0) {
    return;
  }
  await client.query("begin");
  for (const { thing } of rows) {
    await client.query(`alter ${thing} owner to ${roleNames.owner}`);
  }
  await client.query("commit");
}

async function withAdmin(url: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // A query in progress reports the same error.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}
