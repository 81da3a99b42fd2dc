ALTER TABLE "products" ADD COLUMN "brand" text;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_brand_length" CHECK (char_length("products"."brand") between 1 and 80) NOT VALID;--> statement-breakpoint
-- The maker is as good as a part of the name, and has lexemes of its own for the filter.
create or replace function set_search_lexemes() returns trigger
language plpgsql set search_path from current as $$
declare
  of_brand text[] := search_stems(new.brand, true);
begin
  new.search_lexemes := search_lexemes(new.id, new.name, new.category, new.condition, new.location, new.description,
    new.price_cents, new.purchase_year, new.status)
    || array_to_tsvector(of_brand || array(
      select prefix || stem from unnest('{n:,b:}'::text[]) prefix, unnest(of_brand) stem));
  return new;
end $$;--> statement-breakpoint
create or replace trigger "products_search_lexemes" before insert or update of
  "name", "brand", "category", "condition", "location", "description", "price_cents", "purchase_year", "status" on "products"
  for each row execute function set_search_lexemes();
