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

func must[T any](value T, _ *http.Response, err error) T {
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

func main() {
	api, password, name, network := os.Getenv("API"), os.Getenv("PASSWORD"), os.Getenv("SECTION"), os.Getenv("NETWORK")
	prefix := strings.TrimSuffix(network, "0")
	configuration := hexipam.NewConfiguration()
	configuration.Servers = hexipam.ServerConfigurations{{URL: api}}
	configuration.AddDefaultHeader("api-stringify-results", "0")
	client := hexipam.NewAPIClient(configuration)

	basic := context.WithValue(context.Background(), hexipam.ContextBasicAuth, hexipam.BasicAuth{UserName: "Admin", Password: password})
	signedIn := must(client.UserAPI.SignIn(basic).SignInRequest(*hexipam.NewSignInRequest()).Execute())
	keys := map[string]hexipam.APIKey{"token": {Key: signedIn.Data.Token}}
	ctx := context.WithValue(context.Background(), hexipam.ContextAPIKeys, keys)

	newSection := hexipam.NewCreateSectionRequest(name)
	newSection.SetStrictMode(true)
	section := must(client.SectionsAPI.CreateSection(ctx).CreateSectionRequest(*newSection).Execute())
	newSubnet := hexipam.NewCreateSubnetRequest(section.GetId())
	newSubnet.SetSubnet(network)
	newSubnet.SetMask(24)
	subnet := must(client.SubnetsAPI.CreateSubnet(ctx).CreateSubnetRequest(*newSubnet).Execute())
	id := subnet.GetId()

	items := []hexipam.WriteAddressesRequestItemsInner{}
	for place := 1; place <= 12; place++ {
		item := hexipam.NewWriteAddressesRequestItemsInner("create")
		item.SetSubnetId(id)
		item.SetIp(fmt.Sprint(prefix, place))
		item.SetHostname(fmt.Sprintf("web%d.example", place))
		items = append(items, *item)
	}
	bulk := hexipam.NewWriteAddressesRequest(items)
	bulk.SetAtomic(true)
	written := must(client.AddressesAPI.WriteAddresses(ctx).WriteAddressesRequest(*bulk).Execute())
	check(len(written.Data) == 12 && written.Data[11].Status == 201, written)

	count, after := 0, ""
	for more := true; more; {
		request := client.SubnetsAPI.ListSubnetAddresses(ctx, id).Limit(5).Count(true)
		if after != "" {
			request = request.After(after)
		}
		page := must(request.Execute())
		check(page.GetTotal() == 12, page)
		count += len(page.Data)
		next, err := url.Parse(page.GetNext())
		check(err == nil, err)
		after, more = next.Query().Get("after"), page.HasNext()
	}
	check(count == 12, count)

	take := func() *hexipam.AllocateAddress201Response {
		body := hexipam.NewAllocateAddressRequest()
		body.SetHostname("taken.example")
		return must(client.AddressesAPI.AllocateAddress(ctx, id).IdempotencyKey(name).AllocateAddressRequest(*body).Execute())
	}
	first, again := take(), take()
	check(first.Data == prefix+"13" && first.GetId() == again.GetId(), again)

	_, answer, err := client.AddressesAPI.GetAddress(ctx, 999_999).Execute()
	failure, isFailure := err.(*hexipam.GenericOpenAPIError)
	check(isFailure && answer.StatusCode == 404 && strings.Contains(string(failure.Body()), "Invalid Id"), err)
	fmt.Println("signed in, listed 12 addresses in pages, took one with a key, wrote in bulk, met an error")
}
