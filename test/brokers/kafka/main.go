// A Kafka broker in memory or in a folder, for tests: kfake of franz-go with one topic. SIGUSR1 makes it store the next produced
// batch and close the connection instead of acknowledging it.
package main

import (
	"crypto/tls"
	"flag"
	"fmt"
	"net"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
)

const produceKey = 0

var isArmed, losesReply atomic.Bool

type connection struct{ net.Conn }

func (c connection) Write(bytes []byte) (int, error) {
	if losesReply.CompareAndSwap(true, false) {
		c.Conn.Close()
		return 0, net.ErrClosed
	}
	return c.Conn.Write(bytes)
}

type listener struct{ net.Listener }

func (l listener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	return connection{accepted}, err
}

func main() {
	port := flag.Int("port", 0, "port; 0: any")
	topic := flag.String("topic", "hexipam", "topic")
	partitions := flag.Int("partitions", 3, "partitions of the topic")
	user := flag.String("user", "", "MECHANISM:USER:PASSWORD")
	data := flag.String("data", "", "folder of the data")
	maxBytes := flag.Int("max-bytes", 1048576, "largest batch")
	certificate := flag.String("tls-certificate", "", "file of the certificate; empty: no encryption")
	key := flag.String("tls-key", "", "file of the key of the certificate")
	flag.Parse()

	var encryption *tls.Config
	if *certificate != "" {
		pair, err := tls.LoadX509KeyPair(*certificate, *key)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		encryption = &tls.Config{Certificates: []tls.Certificate{pair}}
	}

	options := []kfake.Opt{
		kfake.NumBrokers(1),
		kfake.Ports(*port),
		kfake.SeedTopics(int32(*partitions), *topic),
		kfake.BrokerConfigs(map[string]string{"message.max.bytes": strconv.Itoa(*maxBytes)}),
		kfake.ListenFn(func(network, address string) (net.Listener, error) {
			opened, err := net.Listen(network, address)
			if err != nil {
				return nil, err
			}
			if encryption != nil {
				return listener{tls.NewListener(opened, encryption)}, nil
			}
			return listener{opened}, nil
		}),
	}
	if parts := strings.SplitN(*user, ":", 3); len(parts) == 3 {
		options = append(options, kfake.EnableSASL(), kfake.Superuser(parts[0], parts[1], parts[2]))
	}
	if *data != "" {
		options = append(options, kfake.DataDir(*data), kfake.SyncWrites())
	}
	cluster, err := kfake.NewCluster(options...)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	cluster.ControlKey(produceKey, func(kmsg.Request) (kmsg.Response, error, bool) {
		cluster.KeepControl()
		if isArmed.CompareAndSwap(true, false) {
			losesReply.Store(true)
		}
		return nil, nil, false
	})

	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR1, syscall.SIGTERM)
	fmt.Println("ready", cluster.ListenAddrs()[0])
	for received := range signals {
		if received == syscall.SIGTERM {
			cluster.Close()
			return
		}
		isArmed.Store(true)
		fmt.Println("armed")
	}
}
