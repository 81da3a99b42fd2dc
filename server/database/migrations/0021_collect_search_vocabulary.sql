CREATE TABLE "search_progress" (
	"name" text PRIMARY KEY NOT NULL,
	"last_product_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_vocabulary" (
	"word" text PRIMARY KEY NOT NULL,
	"stem" text NOT NULL,
	"products" integer NOT NULL,
	"names" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_vocabulary_by_beginning" ON "search_vocabulary" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_vocabulary_by_stem" ON "search_vocabulary" USING btree ("stem");--> statement-breakpoint
CREATE INDEX "search_vocabulary_by_trigrams" ON "search_vocabulary" USING gin ("word" gin_trgm_ops);