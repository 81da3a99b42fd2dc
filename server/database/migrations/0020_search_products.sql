-- The extensions unaccent and pg_trgm are created before the migrations run (server/database/migrate.ts).
-- Functions name the schemas in which this migration found them, because a generated column is computed under any search_path.
create or replace function search_plain_text(value text) returns text
language plpgsql immutable strict parallel safe set search_path from current as $$
begin
  return lower(unaccent(normalize(value, NFKC)));
end $$;
--> statement-breakpoint
-- The stems of a text. Tokens with digits are there as they are written, joined ('jv1080') and split ('jv', '1080').
-- With `joins_spaces` also 'jv 1080' is joined.
create or replace function search_stems(value text, joins_spaces boolean) returns text[]
language plpgsql immutable strict parallel safe cost 1000 set search_path from current as $$
declare
  plain text := search_plain_text(value);
  joined text;
  spaced text;
  split text;
begin
  select string_agg(regexp_replace(token[1], '[-./_]', '', 'g'), ' ') into joined
    from regexp_matches(plain, '([[:alnum:]]+(?:[-./_][[:alnum:]]+)+)', 'g') token;
  select string_agg(concat_ws(' ', token[1], token[2], nullif(token[3], '')), ' ') into split
    from regexp_matches(plain, '\m([[:alpha:]]+)([[:digit:]]+)([[:alpha:]]*)', 'g') token;
  if joins_spaces then
    select string_agg(token[1] || token[2], ' ') into spaced
      from regexp_matches(plain, '\m([[:alpha:]]{1,4}) ([[:digit:]][[:alnum:]]*)', 'g') token;
  end if;
  return tsvector_to_array(to_tsvector('pg_catalog.english',
    regexp_replace(concat_ws(' ', plain, joined, spaced, split), '[^[:alnum:]]+', ' ', 'g')));
end $$;
--> statement-breakpoint
-- What a product is found by: its stems, and lexemes with a prefix for filters and orders (server/features/search/lexemes.ts).
create or replace function search_lexemes(id uuid, name text, category text, condition text, location text,
  description text, price_cents integer, purchase_year integer, status text) returns tsvector
language plpgsql immutable parallel safe cost 2000 set search_path from current as $$
declare
  of_name text[] := search_stems(name, true);
  of_place text[] := search_stems(location, false);
  listed_ms bigint := ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint;
  octave integer := length(ltrim(price_cents::bit(32)::text, '0')) - 1;
  price_bin integer := octave * 64 + ((price_cents::bigint << 6) >> octave)::integer - 64;
begin
  return array_to_tsvector(
    of_name || of_place || search_stems(description, false) || coalesce(search_stems(category, false), '{}')
    || array(select 'n:' || stem from unnest(of_name) stem)
    || array(select 'l:' || stem from unnest(of_place) stem)
    || array(select 't' || level || ':' || (listed_ms >> level) from unnest('{22,25,28,31,34,37}'::integer[]) level)
    || array(select 'p' || level || ':' || (price_bin >> level) from unnest('{0,2,4,6}'::integer[]) level)
    || array['o:' || condition, 'y:' || purchase_year, 'd:' || purchase_year / 10]
    || case when category is null then '{}' else array['c:' || category] end
    || case when status = 'advertise' then array['s:advertise'] else '{}' end);
end $$;
--> statement-breakpoint
alter table "products" add column if not exists "search_lexemes" tsvector generated always as (search_lexemes(
  "id", "name", "category", "condition", "location", "description", "price_cents", "purchase_year", "status")) stored;
--> statement-breakpoint
-- Without a pending list, which every search would have to read.
create index if not exists "products_by_search" on "products" using gin ("search_lexemes") with (fastupdate = off)
  where "status" <> 'sold' and "withdrawn_at" is null;
--> statement-breakpoint
create index if not exists "products_by_price" on "products" ("price_cents", "id" desc nulls first)
  where "status" <> 'sold' and "withdrawn_at" is null;
--> statement-breakpoint
-- The planner and server/features/search/frequencies.ts know the frequencies of ten times as many lexemes.
alter table "products" alter column "search_lexemes" set statistics 300;
