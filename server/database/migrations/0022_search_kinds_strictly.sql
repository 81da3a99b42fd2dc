-- A product without a kind is found by `k:none`, and one with a maker by the maker's normal form too (b:), however it is written.
create or replace function set_search_lexemes() returns trigger
language plpgsql set search_path from current as $$
declare
  of_brand text[] := search_stems(new.brand, true);
  of_model text[] := search_stems(new.model, true);
begin
  new.search_lexemes := search_lexemes(new.id, new.name, new.category, new.condition, new.location, new.description,
    new.price_cents, new.purchase_year, new.status)
    || array_to_tsvector(array_remove(of_brand || of_model
      || array(select 'n:' || stem from unnest(of_brand || of_model) stem)
      || array(select 'b:' || stem from unnest(of_brand) stem)
      || array(select 'f:' || key || ':' || value from jsonb_each_text(new.facts) where length(value) <= 60)
      || array['b:' || new.brand_normal, 'k:' || coalesce(new.kind, 'none'), 'w:' || new.playing_state,
        'g:' || lower(split_part(new.language, '-', 1)), 'm:' || new.made_year, 'e:' || new.made_year / 10], null));
  return new;
end $$;--> statement-breakpoint
create or replace trigger "products_search_lexemes" before insert or update of
  "name", "brand", "brand_normal", "model", "kind", "facts", "made_year", "playing_state", "language", "category", "condition",
  "location", "description", "price_cents", "purchase_year", "status" on "products"
  for each row execute function set_search_lexemes();
