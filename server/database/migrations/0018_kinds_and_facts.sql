ALTER TABLE "products" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "kind_from" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "brand_normal" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "model" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "made_year" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "made_sure" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "facts" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "checks" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "playing_state" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "language" text;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_by_kind" ON "products" USING btree ("kind","id" DESC NULLS FIRST) WHERE "products"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_by_brand" ON "products" USING btree ("brand_normal","id" DESC NULLS FIRST) WHERE "products"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_by_facts" ON "products" USING gin ("facts" jsonb_path_ops) WITH (fastupdate=false) WHERE "products"."status" <> 'sold' and "products"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_without_kind" ON "products" USING btree ("id") WHERE "products"."kind_from" is null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_model_length" CHECK (char_length("products"."model") between 1 and 80) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_kind_length" CHECK (char_length("products"."kind") between 1 and 60) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_kind_from_known" CHECK ("products"."kind_from" in ('seller', 'name')) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_made_year" CHECK ("products"."made_year" between 1600 and 2099) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_made_sure_known" CHECK ("products"."made_sure" in ('exact', 'about', 'decade')) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_made_is_whole" CHECK (("products"."made_year" is null) = ("products"."made_sure" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_playing_state_known" CHECK ("products"."playing_state" in ('ready', 'small-work', 'repair', 'parts')) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_language_length" CHECK (char_length("products"."language") between 1 and 35) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_answers" CHECK (jsonb_typeof("products"."facts") = 'object' and jsonb_typeof("products"."checks") = 'object') NOT VALID;
