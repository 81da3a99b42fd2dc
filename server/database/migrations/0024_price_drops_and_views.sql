CREATE TABLE "former_prices" (
	"product_id" uuid NOT NULL,
	"day" date NOT NULL,
	"lowest_cents" integer NOT NULL,
	CONSTRAINT "former_prices_product_id_day_pk" PRIMARY KEY("product_id","day"),
	CONSTRAINT "former_prices_price" CHECK ("former_prices"."lowest_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "product_views" (
	"product_id" uuid NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "product_views_product_id_day_pk" PRIMARY KEY("product_id","day"),
	CONSTRAINT "product_views_count" CHECK ("product_views"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "seller_measures" (
	"seller_id" uuid PRIMARY KEY NOT NULL,
	"answer_minutes" integer,
	"dispatch_minutes" integer,
	"measured_at" timestamp with time zone NOT NULL,
	CONSTRAINT "seller_measures_times" CHECK ("seller_measures"."answer_minutes" >= 0 and "seller_measures"."dispatch_minutes" >= 0)
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "price_before_cents" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "price_dropped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "former_prices" ADD CONSTRAINT "former_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_views" ADD CONSTRAINT "product_views_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seller_measures" ADD CONSTRAINT "seller_measures_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_prices_by_day" ON "former_prices" USING btree ("day");--> statement-breakpoint
CREATE INDEX "product_views_by_day" ON "product_views" USING btree ("day");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_with_price_drop" ON "products" USING btree ("price_dropped_at") WHERE "products"."price_dropped_at" is not null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_price_drop" CHECK (("products"."price_dropped_at" is null) = ("products"."price_before_cents" is null) and ("products"."price_before_cents" is null or "products"."price_before_cents" > 0)) NOT VALID;