/*
 * One process serves one shop, so what its owner has set is set once: at the start of a server, before a page is rendered and
 * before one is hydrated. Tests set it again.
 */

let changes = 0;

/** Lets tables be made again that were made for the settings before. */
export function shopHasChanged(): void {
  changes += 1;
}

/** A table that depends on the settings of the owner: it is made when it is first read, and again once they have changed. */
export function perShop<Table>(make: () => Table): () => Table {
  let made: { table: Table; at: number } | undefined;
  return () => {
    if (made?.at !== changes) made = { table: make(), at: changes };
    return made.table;
  };
}
