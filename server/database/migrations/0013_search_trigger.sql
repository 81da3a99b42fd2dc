-- What a product is found by is filled by a trigger and no longer generated, because an expression cannot be changed without
-- writing the table again (docs/decisions/0024-search.md). The values stay.
alter table "products" alter column "search_lexemes" drop expression;
--> statement-breakpoint
create function set_search_lexemes() returns trigger
language plpgsql set search_path from current as $$
begin
  new.search_lexemes := search_lexemes(new.id, new.name, new.category, new.condition, new.location, new.description,
    new.price_cents, new.purchase_year, new.status);
  return new;
end $$;
--> statement-breakpoint
-- Making them takes some tenths of a millisecond, so other changes of a product do not.
create trigger "products_search_lexemes" before insert or update of
  "name", "category", "condition", "location", "description", "price_cents", "purchase_year", "status" on "products"
  for each row execute function set_search_lexemes();
