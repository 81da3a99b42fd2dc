CREATE TABLE "seller_commissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"basis_points" integer,
	"fixed_cents" integer DEFAULT 0 NOT NULL,
	"minimum_cents" integer DEFAULT 0 NOT NULL,
	"maximum_cents" integer,
	"reason" text NOT NULL,
	"set_by" uuid NOT NULL,
	"applies_from" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "seller_commissions_share" CHECK ("seller_commissions"."basis_points" between 0 and 10000),
	CONSTRAINT "seller_commissions_amounts" CHECK ("seller_commissions"."fixed_cents" >= 0 and "seller_commissions"."minimum_cents" >= 0 and coalesce("seller_commissions"."maximum_cents", "seller_commissions"."minimum_cents") >= "seller_commissions"."minimum_cents"),
	CONSTRAINT "seller_commissions_not_in_the_past" CHECK ("seller_commissions"."applies_from" >= "seller_commissions"."created_at"),
	CONSTRAINT "seller_commissions_reason_length" CHECK (char_length("seller_commissions"."reason") between 1 and 500)
);
--> statement-breakpoint
ALTER TABLE "seller_commissions" ADD CONSTRAINT "seller_commissions_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seller_commissions" ADD CONSTRAINT "seller_commissions_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "seller_commissions_by_seller" ON "seller_commissions" USING btree ("seller_id","id");