// Signs in, lists in pages, takes an address with a key, writes in bulk and meets an error, with the generated client.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"

	"generated/hexipam"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func check(holds bool, what any) {
	if !holds {
		log.Fatalf("unexpected: %v", what)
	}
}

func of[T any](value T) *T { return &value }

func main() {
	ctx := context.Background()
	api, password, name, network := os.Getenv("API"), os.Getenv("PASSWORD"), os.Getenv("SECTION"), os.Getenv("NETWORK")
	prefix := strings.TrimSuffix(network, "0")
	token := ""
	client := must(hexipam.NewClientWithResponses(api, hexipam.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("api-stringify-results", "0")
		if token == "" {
			request.SetBasicAuth("Admin", password)
		} else {
			request.Header.Set("token", token)
		}
		return nil
	})))

	signedIn := must(client.SignInWithResponse(ctx, nil, hexipam.SignInJSONRequestBody{}))
	check(signedIn.JSON200 != nil, string(signedIn.Body))
	token = signedIn.JSON200.Data.Token

	section := must(client.CreateSectionWithResponse(ctx, nil, hexipam.CreateSectionJSONRequestBody{Name: name, StrictMode: of(true)}))
	check(section.JSON201 != nil, string(section.Body))
	subnet := must(client.CreateSubnetWithResponse(ctx, nil, hexipam.CreateSubnetJSONRequestBody{
		SectionId: *section.JSON201.Id, Subnet: &network, Mask: of(24),
	}))
	check(subnet.JSON201 != nil, string(subnet.Body))
	id := *subnet.JSON201.Id

	items := []hexipam.WriteAddressesJSONBody_Items_Item{}
	for place := 1; place <= 12; place++ {
		items = append(items, hexipam.WriteAddressesJSONBody_Items_Item{
			Action: "create", SubnetId: &id, Ip: of(fmt.Sprint(prefix, place)), Hostname: of(fmt.Sprintf("web%d.example", place)),
		})
	}
	written := must(client.WriteAddressesWithResponse(ctx, nil, hexipam.WriteAddressesJSONRequestBody{Items: items, Atomic: of(true)}))
	check(written.JSON200 != nil && len(written.JSON200.Data) == 12 && written.JSON200.Data[11].Status == 201, string(written.Body))

	web := hexipam.Filter{"filter[hostname][prefix]": "web"}
	count, after := 0, (*string)(nil)
	for {
		page := must(client.ListSubnetAddressesWithResponse(ctx, id, &hexipam.ListSubnetAddressesParams{
			Limit: of(5), Count: of(true), Filter: &web, After: after,
		}))
		check(page.JSON200 != nil && *page.JSON200.Total == 12, string(page.Body))
		count += len(page.JSON200.Data)
		if page.JSON200.Next == nil {
			break
		}
		after = of(must(url.Parse(*page.JSON200.Next)).Query().Get("after"))
	}
	check(count == 12, count)

	take := func() *hexipam.AllocateAddressResponse {
		taken := must(client.AllocateAddressWithResponse(ctx, id, &hexipam.AllocateAddressParams{IdempotencyKey: &name},
			hexipam.AllocateAddressJSONRequestBody{Hostname: of("taken.example")}))
		check(taken.JSON201 != nil, string(taken.Body))
		return taken
	}
	first, again := take(), take()
	check(first.JSON201.Data == prefix+"13" && *first.JSON201.Id == *again.JSON201.Id, string(again.Body))

	missing := must(client.GetAddressWithResponse(ctx, 999_999, nil))
	check(missing.StatusCode() == 404 && missing.JSON404 != nil && missing.JSON404.Message == "Invalid Id", string(missing.Body))
	fmt.Println("signed in, listed 12 addresses in pages, took one with a key, wrote in bulk, met an error")
}
